package importer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// floatSource is a custom property that clips drive: a number besides transforms
// and morph weights. libassimp does not import any.
type floatSource struct {
	node   int // of the tree, or −1
	name   string
	rest   float64
	stated bool // the file says how it rests
	wanted bool // it counts even where no clip moves it
	keyed  bool // some clip has several keys of it
	index  int  // in the model, or −1
}

// floatKey identifies a custom property: by node of the tree, or joint, and name.
type floatKey struct {
	on   int
	name string
}

// floatSet is the custom properties of a file.
type floatSet struct {
	list []floatSource
	at   map[floatKey]int
}

// add returns the index of the custom property of that name on the node, which it
// adds if new.
func (s *floatSet) add(want floatSource) int {
	key := floatKey{want.node, want.name}
	i, known := s.at[key]
	if !known {
		i = len(s.list)
		s.list = append(s.list, want)
		s.at[key] = i
	}
	return i
}

// drive sets the track of a custom property in a clip.
func (b *binder) drive(src *clipSource, i int, t *track) {
	if src.floats == nil {
		src.floats = make(map[int]*track)
	}
	if src.floats[i] != nil {
		b.report.Add(report.Loss, report.DoubledChannel, src.name, "it drives %q twice; the first channel counts", b.floats.list[i].name)
		return
	}
	src.floats[i] = t
}

// choose cleans the tracks of custom properties, drops those that repeat the rest
// value, and decides which properties the model gets: those that a clip changes,
// and those that an artist added and keyed. Their nodes become joints.
func (s *floatSet) choose(clips []clipSource) {
	for i := range s.list {
		fl := &s.list[i]
		fl.index = -1
		keep := false
		for c := range clips {
			src := &clips[c]
			t := src.floats[i]
			if t == nil {
				continue
			}
			src.mend(fl.name, t.clean(false))
			src.keyed.see(t)
			if len(t.keys) == 0 {
				delete(src.floats, i)
				continue
			}
			if !fl.stated {
				fl.rest, fl.stated = t.keys[0].value[0], true
			}
			keep = keep || fl.wanted && (fl.keyed || len(t.keys) > 1)
			if t.constant() {
				t.makeConstant()
				if float32(t.keys[0].value[0]) == float32(fl.rest) {
					src.keepResting(i)
					continue
				}
			}
			keep = true
		}
		if keep && finite(fl.rest) {
			fl.index = 0
		}
	}
}

// keepResting moves a track that repeats the rest value from the clip's tracks to
// resting.
func (src *clipSource) keepResting(i int) {
	if src.resting == nil {
		src.resting = make(map[int]*track)
	}
	src.resting[i] = src.floats[i]
	delete(src.floats, i)
}

// finite reports whether a model can have a number.
func finite(v float64) bool { return math.Abs(v) < soa.MaxMagnitude }

// finiteMatrix reports whether a model can have a matrix.
func finiteMatrix(m exact.Matrix) bool {
	return !slices.ContainsFunc(m[:], func(v float64) bool { return !finite(v) })
}

// placeFloats returns the custom properties of the model, in order of their
// joints.
func placeFloats(in *input, s *floatSet, places []place) []soa.NamedFloat {
	var order []int
	for i := range s.list {
		if s.list[i].index >= 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		// Those of no joint are last.
		return cmp.Or(cmp.Compare(uint(s.joint(a, places)), uint(s.joint(b, places))), cmp.Compare(s.list[a].name, s.list[b].name))
	})
	if n := len(order) - soa.MaxJoints; n > 0 {
		var names []string
		for _, i := range order[soa.MaxJoints:] {
			s.list[i].index = -1
			names = append(names, s.list[i].name)
		}
		in.report.Add(report.Loss, report.LeftOut, "", "%d custom properties (%s) left out; a model has at most %d", n, firstNames(names), soa.MaxJoints)
		order = order[:soa.MaxJoints]
	}
	var out []soa.NamedFloat
	for k, i := range order {
		s.list[i].index = k
		out = append(out, soa.NamedFloat{Name: s.list[i].name, Joint: int16(s.joint(i, places)), Rest: float32(s.list[i].rest)})
	}
	return out
}

// joint returns the joint of custom property i.
func (s *floatSet) joint(i int, places []place) int {
	if n := s.list[i].node; n >= 0 {
		return places[n].joint
	}
	return soa.NoJoint
}

// tracks lists the tracks of custom properties in a clip, by index in the model.
func (s *floatSet) tracks(src *clipSource) []namedTrack {
	var tracks []namedTrack
	for i, t := range src.floats {
		if k := s.list[i].index; k >= 0 {
			tracks = append(tracks, namedTrack{k, soa.Float, t})
		}
	}
	return sortTracks(tracks)
}

// bindPointer binds a channel of KHR_animation_pointer that drives no transform:
// a custom property for each component.
func (b *binder) bindPointer(src *clipSource, ch *gltf.Channel) {
	p := ch.Pointer
	node := -1
	if p.Node >= 0 {
		i, ok := b.gltf.nodes[p.Node]
		if !ok {
			b.report.Add(report.Loss, report.UnknownNode, src.name, "it drives %q of node %d, which is not in the scene", p.Name, p.Node)
			return
		}
		node = i
	}
	if p.Wrong {
		b.report.Add(report.Loss, report.NoNumber, src.name, "it drives %q, which is not a number in the file; left out", p.Text)
		return
	}
	for c := range ch.Width {
		rest, stated := p.RestAt(c)
		i := b.floats.add(floatSource{node: node, name: componentName(p.Name, c, ch.Width), rest: rest, stated: stated, wanted: true})
		b.drive(src, i, gltfTrack(ch, c, 1, src.rate))
	}
}

// componentName names component c of a value of that many components.
func componentName(name string, c, width int) string {
	switch {
	case width == 1:
		return name
	case width <= 4:
		return name + "." + "xyzw"[c:c+1]
	}
	return name + "." + strconv.Itoa(c)
}

// drivenFloat is a custom property that a stack of an FBX file drives.
type drivenFloat struct {
	float     int
	driven    *fbx.Driven
	component int
}

// readFBXFloats reads the custom properties of an FBX file, by stack.
func (b *binder) readFBXFloats() (map[int][]drivenFloat, error) {
	found, err := b.fbx.ahead.floats, b.fbx.ahead.floatsErr
	if err != nil {
		return nil, fmt.Errorf("%w: %w, %d are allowed", ErrTooLarge, err, b.opt.bounds.Keys)
	}
	for _, name := range found.Texts {
		b.report.Add(report.Loss, report.NoNumber, name, "an animated property that is not a number; left out")
	}
	if found.Others > 0 {
		b.report.Add(report.Info, report.LeftOut, "", "%d animated properties of objects other than nodes and materials (constraints, poses) left out", found.Others)
	}
	driven := make(map[int][]drivenFloat)
	for k := range found.List {
		fl := &found.List[k]
		node, ok := b.fbxFloatNode(fl)
		if !ok {
			b.report.Add(report.Loss, report.UnknownNode, fl.Name, "it belongs to %q, which is not a node of the scene; left out", fl.Model)
			continue
		}
		i := -1
		for c := range fl.Curves {
			cv := &fl.Curves[c]
			if cv.Err != nil {
				b.report.Add(report.Loss, report.InvalidCurve, fl.Name, "left out of %q: %v", b.fbx.Name.Stacks[cv.Stack].Name, cv.Err)
			}
			if cv.Driven.Layers() == 0 {
				continue
			}
			if i < 0 {
				i = b.floats.add(floatSource{node: node, name: fl.Name, rest: fl.Rest, stated: fl.Stated, wanted: fl.User})
			}
			b.floats.list[i].keyed = b.floats.list[i].keyed || cv.Driven.Keys() > 1
			driven[cv.Stack] = append(driven[cv.Stack], drivenFloat{i, cv.Driven, cv.Component})
		}
	}
	return driven, nil
}

// fbxFloatNode returns the node of a custom property. It is −1 for one of a
// material, whose name then includes the material's.
func (b *binder) fbxFloatNode(fl *fbx.Float) (node int, ok bool) {
	if fl.Model == "" {
		fl.Name = "/materials/" + fl.Material + "/" + fl.Name
		return -1, true
	}
	node, ok = b.tree.byName[fl.Model]
	return node, ok
}

// fbxRate returns the frames per second of an FBX file.
func (b *binder) fbxRate(name string) float64 {
	meta := b.scene.Metadata()
	mode, _ := meta.Int("FrameRate")
	rate := map[int]float64{
		0: 30, 1: 120, 2: 100, 3: 60, 4: 50, 5: 48, 6: 30, 7: 30, 8: 30000. / 1001, 9: 30000. / 1001, 10: 25, 11: 24, 12: 1000,
		13: 24000. / 1001, 15: 96, 16: 72, 17: 60000. / 1001, 18: 120000. / 1001,
	}[int(mode)]
	if mode == 14 {
		rate, _ = meta.Float("CustomFrameRate")
	}
	return b.rate(name, rate)
}
