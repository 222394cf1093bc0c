package measure

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Parts is the least time of each part of a frame, in nanoseconds per instance; together they are
// Frame. Each is a difference of frames that do more and less, measured in turn:
//
//	Decide    clocks, fades, and what a graph decides      a frame without poses
//	Sample    the pose of one clip                         one clip, less its clocks and Palettes
//	Blend     all clips in place of one                    the act without control, less one clip
//	Modifiers the control, and what it has computed anew   the act, less that without control
//	Palettes  from a pose to matrices                      that stage by itself
type Parts struct {
	Decide, Sample, Blend, Modifiers, Palettes, Frame float64
}

// Sources are the names of the sources that heroes play from.
var Sources = []string{"keys", "rows", "spans"}

var openers = map[string]opener{"keys": openKeys, "rows": openRows, "spans": openSpans}

// The works whose differences are parts.
const (
	clipClocks = iota // one clip, without poses
	clipFrame
	actClocks // the act, without poses
	actFrame  // without control
	wholeFrame
	palettes
	heroWorks
)

// Measure measures a frame of n instances that play from a source, one of Sources, in several
// rounds over what the parts are differences of. step, if not nil, is called HeroSteps times.
func (h *Hero) Measure(ctx context.Context, source string, n int, isa simd.ISA, each time.Duration, step func()) (Parts, error) {
	if openers[source] == nil || n < 1 {
		return Parts{}, fmt.Errorf("measure %q: %w: %d instances from %q", h.model.Name, ErrNothing, n, source)
	}
	if step == nil {
		step = func() {}
	}
	restore, err := simd.Use(isa)
	if err != nil {
		return Parts{}, err
	}
	defer restore()
	works, end, err := h.works(source, n)
	if err != nil {
		return Parts{}, fmt.Errorf("measure %q: %s: %w", h.model.Name, source, err)
	}
	defer end()
	step()
	var least [heroWorks]float64
	for range rounds {
		for k, w := range works {
			if err := ctx.Err(); err != nil {
				return Parts{}, err
			}
			if w == nil { // the same as the one before it
				continue
			}
			r := Result{PerFrame: least[k], Task: Task{Crowd: Crowd{ISA: isa}}}
			if err := r.run(w, each/rounds/heroWorks); err != nil {
				return Parts{}, err
			}
			least[k] = r.PerFrame
		}
		step()
	}
	return h.parts(&least, float64(n)), nil
}

// HeroSteps is the number of times that Hero.Measure calls step.
const HeroSteps = rounds + 1

// parts takes frames apart.
func (h *Hero) parts(least *[heroWorks]float64, n float64) Parts {
	for k := range least {
		least[k] /= n
	}
	if !h.blends() {
		least[actClocks], least[actFrame] = least[clipClocks], least[clipFrame]
	}
	if h.control == nil {
		least[wholeFrame] = least[actFrame]
	}
	p := Parts{Decide: least[actClocks], Palettes: least[palettes], Frame: least[wholeFrame]}
	one := math.Max(0, least[clipFrame]-least[clipClocks])
	p.Palettes = math.Min(p.Palettes, one)
	p.Sample = one - p.Palettes
	p.Blend = least[actFrame] - least[actClocks] - one
	p.Modifiers = least[wholeFrame] - least[actFrame]
	return p
}

// works sets up what the parts are differences of; nil is what an act lacks.
func (h *Hero) works(source string, n int) (works [heroWorks]*Work, end func(), err error) {
	var crowds []*runtime.Crowd
	end = func() {
		for _, c := range crowds {
			c.Close()
		}
	}
	for _, one := range []struct {
		clocks, frame int
		do            deed
		is            bool
	}{
		{clipClocks, clipFrame, deed{}, true},
		{actClocks, actFrame, deed{blends: true}, h.blends()},
		{-1, wholeFrame, deed{h.blends(), true}, h.control != nil},
	} {
		if !one.is {
			continue
		}
		for _, k := range []int{one.clocks, one.frame} {
			if k < 0 {
				continue
			}
			crowd, played, err := h.crowd(source, n, one.do)
			if err != nil {
				end()
				return works, nil, err
			}
			crowds = append(crowds, crowd)
			advance := crowd.Update
			if k == one.clocks {
				advance = crowd.Advance
			}
			works[k] = &Work{Run: h.frames(played, advance)}
		}
	}
	works[palettes], err = palettesAlone(crowds[0].Layout(), n)
	return works, end, err
}

// frames returns what runs frames, with the input of the graph.
func (h *Hero) frames(played *graph.Instances, advance func(dt float64) error) func(int) {
	at := 0
	return func(frames int) {
		for range frames {
			if played != nil && h.input != nil {
				for i := range played.Len() {
					if err := h.input.Apply(played, i, at); err != nil {
						panic(err) // Bind has checked it
					}
				}
				at = (at + 1) % max(1, h.input.Steps)
			}
			if err := advance(Step); err != nil {
				panic(err) // Step is finite and nothing else updates the crowd
			}
		}
	}
}

// palettesAlone computes the palettes of n instances that rest: their time does not depend on the
// pose.
func palettesAlone(poses *pose.Layout, n int) (*Work, error) {
	block, scratch := simd.AlignedFloat32(poses.BlockValues()), simd.AlignedFloat32(poses.ScratchValues())
	row := simd.AlignedFloat32(poses.RowValues())
	if err := poses.Reset(block); err != nil {
		return nil, err
	}
	if err := poses.GetLane(row, block, 0); err != nil {
		return nil, err
	}
	stride := poses.PaletteStride()
	out := simd.AlignedFloat32((n + simd.Lanes) * stride)
	whole := n - n%simd.Lanes
	if simd.Current() == simd.Generic {
		whole = 0
	}
	return &Work{Run: func(frames int) {
		for range frames {
			for i := 0; i < whole; i += simd.Lanes {
				_ = poses.ToPalettes(simd.Palettes{Values: out[i*stride:], Stride: stride}, block, scratch)
			}
			for i := whole; i < n; i++ {
				_ = poses.ToPalette(out[i*stride:], row, scratch)
			}
		}
	}}, nil
}
