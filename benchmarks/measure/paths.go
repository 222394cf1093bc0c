package measure

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/benchmarks/classic"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// ErrLeftOut is the error of a path that has nothing of its own to do for a
// character, or cannot do it.
var ErrLeftOut = errors.New("left out")

// Path is one way from a time to the palettes of a crowd.
type Path struct {
	Name  string
	About string // in half a line
	Kind  Kind
	// Parallel says that Crowd.Workers matters.
	Parallel bool
	// Start sets a crowd up. The error wraps ErrLeftOut where the path is none
	// for this character.
	Start func(*Character, Crowd) (*Work, error)
}

// Kind is whose path it is.
type Kind uint8

const (
	Kernels Kind = iota // Sinew's, on the kernels of Crowd.Level
	Plain               // Sinew's, character after character
	Classic             // a method of package classic
	Peer                // another system
)

// Work is a crowd that a path has set up. One goroutine at a time uses it.
type Work struct {
	// Run goes through a number of frames, each of which moves all instances on
	// and computes their palettes.
	Run func(frames int)
	// Matrix returns entry k of a skin's palette of instance i, 12 values.
	Matrix func(i, skin, k int) soa.Affine
	// Close frees what the path holds.
	Close func()
}

// Paths lists the ways, Sinew's first.
func Paths() []Path {
	list := []Path{
		{"bank", "compiled rows", Kernels, true, bankPath(runtime.FormAuto)},
		{"gen", "compiled rows, for any rig", Kernels, true, bankPath(runtime.FormGeneral)},
		{"ticks", "exact tracks, sixteen at a time", Kernels, true, ticksPath},
		{"players", "exact tracks, one by one", Plain, false, playersPath},
	}
	for _, m := range classic.Methods() {
		list = append(list, Path{m.Name, m.About, Classic, false, classicPath(m)})
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

func bankPath(form runtime.FormChoice) func(*Character, Crowd) (*Work, error) {
	return func(c *Character, crowd Crowd) (*Work, error) {
		bank, err := c.Bank(crowd.Clips, form)
		if err != nil {
			return nil, err
		}
		return playBank(c, crowd, bank)
	}
}

func playBank(c *Character, crowd Crowd, bank *soa.Bank) (*Work, error) {
	r, err := runtime.NewCrowd(bank, crowd.Instances, runtime.CrowdOptions{Workers: crowd.Workers})
	if err != nil {
		return nil, err
	}
	for i, in := range c.cast(crowd) {
		if err := r.Play(i, in.clip, in.options()); err != nil {
			r.Close()
			return nil, err
		}
	}
	return &Work{
		Run: func(frames int) {
			for range frames {
				r.Update(Step)
			}
		},
		Matrix: func(i, skin, k int) soa.Affine {
			s := &bank.Skins[skin]
			return product((*soa.Affine)(r.Palette(i)[12*int(s.Slot[k]):]), &s.Offset)
		},
		Close: r.Close,
	}, nil
}

func ticksPath(c *Character, crowd Crowd) (*Work, error) {
	model := c.with(crowd.Clips)
	r, err := runtime.NewTickCrowd(model, crowd.Instances, runtime.CrowdOptions{Workers: crowd.Workers})
	if err != nil {
		return nil, err
	}
	for i, in := range c.cast(crowd) {
		if err := r.Play(i, in.clip, in.options()); err != nil {
			r.Close()
			return nil, err
		}
	}
	return &Work{
		Run: func(frames int) {
			for range frames {
				r.Update(Step)
			}
		},
		Matrix: func(i, skin, k int) soa.Affine { return soa.Affine(r.Slot(i, skin, k)) },
		Close:  r.Close,
	}, nil
}

func playersPath(c *Character, crowd Crowd) (*Work, error) {
	model := c.with(crowd.Clips)
	r, err := runtime.NewPlayers(model, crowd.Instances)
	if err != nil {
		return nil, err
	}
	for i, in := range c.cast(crowd) {
		if err := r.Play(i, in.options(), model.Clips[in.clip]); err != nil {
			return nil, err
		}
	}
	return &Work{
		Run: func(frames int) {
			for range frames {
				r.Update(Step)
			}
		},
		Matrix: func(i, skin, k int) soa.Affine { return soa.Affine(r.Palette(i, skin)[12*k:]) },
		Close:  func() {},
	}, nil
}

func classicPath(m classic.Method) func(*Character, Crowd) (*Work, error) {
	return func(c *Character, crowd Crowd) (*Work, error) {
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

// product is that of two affine matrices.
func product(a, b *soa.Affine) (m soa.Affine) {
	for r := 0; r < 12; r += 4 {
		for c := range 4 {
			m[r+c] = a[r]*b[c] + a[r+1]*b[4+c] + a[r+2]*b[8+c]
		}
		m[r+3] += a[r+3]
	}
	return m
}
