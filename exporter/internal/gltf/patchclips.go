package gltf

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/exporter/internal/source"
	"github.com/sinew-anim/sinew/internal/prints"
	"github.com/sinew-anim/sinew/soa"
)

// planned is what becomes of the file's animations: for each of the new file, one of the file, or a
// clip of the model to write.
type planned struct {
	animation int // of the file, or −1
	clip      int // of the model, or −1 for an animation that became no clip
}

// raw returns the animation of the file that a clip still is, or −1.
func (p *patch) raw(clip int) int {
	c := p.clipBefore(clip)
	if c == nil {
		return -1
	}
	return c.Animation
}

// clipBefore returns what a clip was made of, if its keys were not edited.
func (p *patch) clipBefore(clip int) *soa.ClipOrigin {
	if c := p.prints[clip]; c >= 0 {
		return &p.origin.Clips[c]
	}
	return nil
}

// printed finds for each clip the one of the origin with the same keys, each once: of several the
// one of its name.
func (p *patch) printed() {
	taken := make([]bool, len(p.origin.Clips))
	p.prints = make([]int, len(p.unscaled.Clips))
	for i, c := range p.unscaled.Clips {
		p.prints[i] = -1
		keys := prints.Keys(c)
		for k := range p.origin.Clips {
			of := &p.origin.Clips[k]
			if taken[k] || of.Keys != keys || of.Animation < 0 {
				continue
			}
			if p.prints[i] < 0 || of.Name == c.Name && p.origin.Clips[p.prints[i]].Name != c.Name {
				p.prints[i] = k
			}
		}
		if p.prints[i] >= 0 {
			taken[p.prints[i]] = true
		}
	}
}

// plan decides what becomes of the animations. Those that became no clip stay before the clip that
// they were before.
func (p *patch) plan() (list []planned) {
	clips := make(map[int]bool) // animations that became clips
	for _, c := range p.origin.Clips {
		clips[c.Animation] = true
	}
	next := 0
	others := func(until int) {
		for ; next < until; next++ {
			if !clips[next] {
				list = append(list, planned{next, -1})
			}
		}
	}
	if len(p.origin.Clips) == 0 {
		others(len(p.from.List("animations")))
	}
	stays := make(map[int]bool)
	for i := range p.model.Clips {
		a := p.raw(i)
		if a >= 0 {
			others(a)
			stays[a] = true
		}
		list = append(list, planned{a, i})
	}
	others(len(p.from.List("animations")))
	for _, c := range p.origin.Clips {
		p.left = p.left || c.Animation >= 0 && !stays[c.Animation]
	}
	return list
}

// dropAnimations takes animations away that are no longer. The others are in their places.
func (p *patch) dropAnimations(plan []planned) error {
	old := p.from.List("animations")
	var kept []any
	for _, a := range plan {
		if a.animation >= 0 {
			kept = append(kept, old[a.animation])
			if v := source.ObjectAt(old, a.animation); a.clip >= 0 && !p.dropHeld(v, p.unscaled.Clips[a.clip]) {
				return anew("the clip %q holds joints where they were at rest", p.unscaled.Clips[a.clip].Name)
			}
		}
	}
	p.from.SetList("animations", kept)
	return nil
}

// dropHeld takes channels away that hold joints where they rested, which an import leaves out, if the
// joints now rest elsewhere. It reports whether others are left.
func (p *patch) dropHeld(v source.Object, c *soa.Clip) bool {
	channels := source.List(v, "channels")
	kept := slices.DeleteFunc(slices.Clone(channels), func(ch any) bool {
		o, _ := ch.(source.Object)
		to := source.Member(o, "target")
		j, placed := p.placed[source.Number(to, "node")]
		property := slices.Index(paths[:], fmt.Sprint(to["path"]))
		return placed && property >= 0 && !slices.ContainsFunc(c.Tracks, func(tr soa.Track) bool {
			return int(tr.Property) == property && int(tr.Target) == j
		})
	})
	if len(kept) < len(channels) {
		v["channels"] = kept
	}
	return len(kept) > 0
}

// addAnimations writes the clips that are no animation of the file.
func (p *patch) addAnimations(ctx context.Context, plan []planned) error {
	kept := p.from.List("animations")
	var out []any
	whole := p.model
	for _, a := range plan {
		if a.animation >= 0 {
			v, _ := kept[0].(source.Object)
			out, kept = append(out, kept[0]), kept[1:]
			if a.clip >= 0 {
				p.annotate(v, a.clip)
			}
			continue
		}
		one := *whole
		one.Clips = whole.Clips[a.clip : a.clip+1]
		p.model, p.doc.Animations = &one, nil
		if err := p.addClips(ctx); err != nil {
			return err
		}
		for i := range p.doc.Animations {
			v, err := source.Plain(&p.doc.Animations[i])
			if err != nil {
				return err
			}
			out = append(out, v)
		}
	}
	p.model, p.doc.Animations = whole, nil
	p.from.SetList("animations", out)
	return nil
}

// annotate states the name of a clip, and what it has besides its keys, where these were edited.
func (p *patch) annotate(v source.Object, clip int) {
	c, was := p.unscaled.Clips[clip], p.clipBefore(clip)
	if c.Name != was.Name {
		v["name"] = c.Name
	}
	if prints.Rest(c) == was.Rest {
		return
	}
	for key, said := range p.clipExtras(c)[ownKey].(object) {
		if !setOwn(v, key, said) {
			p.list.Loss("clip "+c.Name, "its events, root motion and whether it loops are left out, since its extras are no object")
			return
		}
	}
	for _, key := range [...]string{"events", "rootMotion", "start", "additive"} {
		if _, ok := p.clipExtras(c)[ownKey].(object)[key]; !ok {
			delete(source.Member(v, "extras", ownKey), key)
		}
	}
}
