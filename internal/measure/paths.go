package measure

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/measure/internal/classic"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// ErrLeftOut: the path has no separate work for a character, or cannot play it.
var ErrLeftOut = errors.New("left out")

// Path is one way from a time to the palettes of a crowd.
type Path struct {
	Name  string
	About string // in half a line
	// Source and Form are what the names of benchmarks have of it: a source of
	// package runtime and the form of its layout, or the path's name and own.
	Source, Form string
	Kind         Kind
	// Parallel says that Crowd.Workers matters.
	Parallel bool
	// Start sets a crowd up. The error wraps ErrLeftOut where the path is none
	// for this character.
	Start func(*Character, Crowd) (*Work, error)
}

// Kind is whose path it is.
type Kind uint8

const (
	Kernels Kind = iota // Sinew's, on the kernels of Crowd.ISA
	Classic             // a method of package classic
	Peer                // another system
)

// Own is the form of a path with its own data structures.
const Own = "own"

// Work is a crowd that a path has set up. One goroutine at a time uses it.
type Work struct {
	// Run goes through a number of frames, each of which advances all instances
	// and computes their palettes.
	Run func(frames int)
	// Matrix returns entry k of a skin's palette of instance i, 12 values.
	Matrix func(i, skin, k int) soa.Affine
	// Close frees what the path holds.
	Close func()
}

// Paths lists the ways, Sinew's first: each source in each form.
func Paths() []Path {
	var list []Path
	for _, s := range []struct {
		name, about string
		open        opener
	}{
		{"rows", "compiled rows", openRows},
		{"keys", "the file's own keys", openKeys},
		{"spans", "compressed spans", openSpans},
	} {
		list = append(list,
			Path{s.name, s.about, s.name, "rig", Kernels, true, crowdPath(s.open, pose.FormRig)},
			Path{s.name + "-general", s.about + ", for any rig", s.name, "general", Kernels, true, crowdPath(s.open, pose.FormGeneral)})
	}
	for _, m := range classic.Methods() {
		list = append(list, Path{m.Name, m.About, m.Name, Own, Classic, false, classicPath(m)})
	}
	return append(list, peers()...)
}

// PathNamed returns the path of a name.
func PathNamed(name string) (Path, bool) {
	for _, p := range Paths() {
		if p.Name == name {
			return p, true
		}
	}
	return Path{}, false
}

// opener returns the source of a character's first clips, and the layout that a
// crowd needs to be told.
type opener func(c *Character, clips int, form pose.FormChoice) (runtime.Source, pose.LayoutOptions, error)

func openRows(c *Character, clips int, form pose.FormChoice) (s runtime.Source, o pose.LayoutOptions, err error) {
	bank, err := c.Bank(clips, form)
	if err != nil {
		return s, o, err
	}
	return runtime.Baked(bank), o, nil
}

func openKeys(c *Character, clips int, form pose.FormChoice) (runtime.Source, pose.LayoutOptions, error) {
	return runtime.Keyframes(c.with(clips)), c.layoutOptions(form), nil
}

func openSpans(c *Character, clips int, form pose.FormChoice) (s runtime.Source, o pose.LayoutOptions, err error) {
	packed, err := c.Packed(clips)
	if err != nil {
		return s, o, err
	}
	return runtime.Compressed(c.with(clips), packed), c.layoutOptions(form), nil
}

// layoutOptions leaves levels of detail out.
func (c *Character) layoutOptions(form pose.FormChoice) pose.LayoutOptions {
	return pose.LayoutOptions{Form: form, Levels: []float64{}, Reserve: c.reserve}
}

func crowdPath(open opener, form pose.FormChoice) func(*Character, Crowd) (*Work, error) {
	return func(c *Character, crowd Crowd) (*Work, error) {
		r, err := c.open(crowd, open, form)
		if errors.Is(err, pose.ErrForm) {
			return nil, fmt.Errorf("%w: %w", ErrLeftOut, err)
		}
		if err != nil {
			return nil, err
		}
		run, err := c.direct(r, crowd)
		if err != nil {
			r.Close()
			return nil, err
		}
		return &Work{
			Run: func(frames int) {
				if err := run(frames); err != nil {
					panic(err) // Step is finite and nothing else updates the crowd
				}
			},
			Matrix: func(i, skin, k int) soa.Affine {
				s := &r.Layout().Skins[skin]
				return (*soa.Affine)(r.Instance(i).Palette()[12*int(s.Slot[k]):]).Mul(&s.Offset)
			},
			Close: r.Close,
		}, nil
	}
}

// open returns the instances of a crowd, playing what they are cast for.
func (c *Character) open(crowd Crowd, open opener, form pose.FormChoice) (*runtime.Crowd, error) {
	source, layout, err := open(c, crowd.Clips, form)
	if err != nil {
		return nil, err
	}
	masks := c.masks()
	options := runtime.CrowdOptions{Workers: crowd.Workers, Layout: layout, Masks: masks[:]}
	if crowd.Blend == Graphed {
		options.Layers = play.MaxLayers
	}
	r, err := runtime.NewCrowd(source, crowd.Instances, options)
	if err != nil {
		return nil, err
	}
	for i, in := range c.cast(crowd) {
		if err := r.Instance(i).Play(in.clip, in.options()); err != nil {
			r.Close()
			return nil, err
		}
	}
	if err := c.modify(r, crowd.Modifier); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func classicPath(m classic.Method) func(*Character, Crowd) (*Work, error) {
	return func(c *Character, crowd Crowd) (*Work, error) {
		if crowd.Blend != NoBlend || crowd.Modifier != NoModifier {
			return nil, fmt.Errorf("%w: %s plays one clip as it is", ErrLeftOut, m.Name)
		}
		clips := c.model.Clips[:crowd.Clips]
		e, err := m.New(c.rig, clips, crowd.Instances)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrLeftOut, err)
		}
		clock := newClock(clips, c.cast(crowd))
		stride := 12 * len(c.rig.Entries)
		palettes := make([]float32, crowd.Instances*stride)
		return &Work{
			Run: func(frames int) {
				for range frames {
					for i := range crowd.Instances {
						clip, seconds := clock.next(i)
						e.Evaluate(i, clip, seconds*clock.ticks[clip], palettes[i*stride:][:stride])
					}
				}
			},
			Matrix: func(i, skin, k int) soa.Affine {
				return soa.Affine(palettes[i*stride+12*c.rig.Index[skin][k]:])
			},
			Close: func() {},
		}, nil
	}
}
