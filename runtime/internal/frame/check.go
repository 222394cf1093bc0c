package frame

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
)

// CheckStep returns an error that wraps play.ErrLongStep where a step of dt seconds would move one of
// the instances from:to in more pieces than are possible. It changes nothing.
func (c *Set) CheckStep(from, to int, dt float64) error {
	if c.Active.Roots.Mode == play.RootIgnored {
		return nil
	}
	for i := from; i < min(to, c.Len); i++ {
		if i%simd.Lanes == 0 && !active.Layered(c.Active.Clips.FlagsOf(i/simd.Lanes, 1)) {
			i += simd.Lanes - 1
			continue
		}
		if err := c.checkOne(i, dt); err != nil {
			return err
		}
	}
	return nil
}

// CheckSome is CheckStep for some instances.
func (c *Set) CheckSome(some []int, dt float64) error {
	if c.Active.Roots.Mode == play.RootIgnored {
		return nil
	}
	for _, i := range some {
		if err := c.checkOne(i, dt); err != nil {
			return err
		}
	}
	return nil
}

func (c *Set) checkOne(i int, dt float64) error {
	pieces := 0.
	switch g := c.Active.Graph.Of; {
	case g == nil:
		pieces = c.Active.Pieces(i, dt)
	case !c.Active.Clocks.Paused(i):
		if pieces = c.Active.PiecesDriven(fastest(g, i), dt); pieces > play.MaxPieces {
			pieces = c.tryOut(g, i, dt)
		}
	}
	if pieces > play.MaxPieces {
		return fmt.Errorf("instance %d: %w: its clips turn at paces of their own, and %v s of them are the work of %.3g pieces from key to key, at most %d are possible: divide the step into %.0f",
			i, play.ErrLongStep, dt, pieces, play.MaxPieces, math.Ceil(pieces/play.MaxPieces))
	}
	return nil
}

// fastest is the greatest speed of a clip of an instance that a graph drives.
func fastest(g play.Graph, i int) float64 {
	const usual = 1000 // of a graph that does not say
	if p, ok := g.(play.Paced); ok {
		return p.Fastest(i)
	}
	return usual
}

// tryOut returns the number of pieces in which a step moves an instance that a graph drives: it drives
// it, and restores it. It allocates.
func (c *Set) tryOut(g play.Graph, i int, dt float64) (pieces float64) {
	state, driver := g.Save(nil, i), g.NewDriver(c.Active.Clips.Each)
	var runners active.Runners
	for left := dt; ; {
		d := driver.Drive(i, left)
		if pieces += c.Active.PiecesOf(&runners, d, math.Abs(left-d.Left)); d.Left == 0 || pieces > play.MaxPieces*1e6 {
			break
		}
		left = d.Left
	}
	_ = g.Restore(i, state) // its own
	return pieces
}
