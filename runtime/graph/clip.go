package graph

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Clip plays a clip.
type Clip struct {
	Clip  string
	Loop  play.LoopMode
	Speed Value   // a factor; the zero Value is 1
	Start float64 // part of its length
	Sync  string  // the name of a Sync, SyncOwn or SyncNone
}

var _ = kind(func() Node { return new(Clip) })

var loopNames = []string{play.Wrap.String(), play.Clamp.String(), play.PingPong.String()}

func (*Clip) Kind() string      { return "clip" }
func (*Clip) Children() []Input { return nil }

func (n *Clip) Details() string {
	text := phrase{n.Clip}
	if n.Loop != 0 {
		text.add("%v", n.Loop)
	}
	if n.Speed != (Value{}) {
		text.add("speed %v", n.Speed)
	}
	if n.Start != 0 {
		text.add("from %s %%", short(100*n.Start))
	}
	text.addSync(n.Sync)
	return text.String()
}

func (n *Clip) fields(o *object) {
	o.Type("clip", "Plays a clip.")
	o.At("clip", "The name of the clip.").Name(&n.Clip)
	jsondoc.Choice(o.At("loop", "What follows its end: the start, the last frame, or the way back."), &n.Loop, loopNames, false)
	value(o.At("speed", "The factor of its speed."), &n.Speed, false)
	o.At("start", "Where it starts, as a part of its length.").Number(&n.Start, jsondoc.Part)
	syncOf(o, &n.Sync)
}

func (n *Clip) short() (string, bool) { return "clip", *n == Clip{Clip: n.Clip} }

func (n *Clip) compile(c *compiler, b below) int {
	at := c.add(opClip, &b)
	index := slices.IndexFunc(c.cast.Clips, func(x ClipInfo) bool { return x.Name == n.Clip })
	if index < 0 {
		names := namesOf(c.cast.Clips, func(x *ClipInfo) string { return x.Name })
		b.stop(ErrGraph, "there is no clip %q%s", n.Clip, suggest.Hint(names, n.Clip))
	}
	if n.Sync != SyncOwn {
		c.share(n.Sync, &b)
	}
	if b.clock < 0 {
		b.clock = c.newClock("")
	}
	l := leaf{
		clip: int32(index), mode: n.Loop, kind: b.kind, mask: uint8(b.mask), layer: b.layer, clock: b.clock,
		seconds: c.cast.Clips[index].Seconds, speeds: b.speeds, factor: b.factor, start: n.Start,
	}
	if l.Period = l.seconds; l.mode == play.PingPong {
		l.Period *= 2
	}
	if n.Speed.Parameter != "" {
		l.speeds = append(slices.Clip(l.speeds), c.value(n.Speed))
	} else {
		l.factor = bounded(float64(l.factor * n.Speed.or(1).Offset))
	}
	o := &c.p.ops[at]
	o.what, o.clock, o.least = len(c.p.leaves), int16(b.clock), 1
	if len(l.speeds) > 0 {
		c.p.paced = append(c.p.paced, len(c.p.leaves))
	} else {
		c.p.fastest = max(c.p.fastest, math.Abs(l.factor))
	}
	c.p.leaves = append(c.p.leaves, l)
	c.end(at, nil)
	return at
}
