package graph

import "github.com/sinew-anim/sinew/soa"

// Cast is what a graph is compiled against: clips, in the order of the crowd's source, and the
// joints of masks.
type Cast struct {
	Skeleton *soa.Skeleton // nil where the graph has no masks
	Clips    []CastClip
}

// CastClip describes a clip.
type CastClip struct {
	Name           string
	Seconds        float64
	Events         []soa.Event
	TicksPerSecond float64 // of Events
}

// OfModel returns the cast of runtime.Keyframes, or of a bank of all clips of the model.
func OfModel(m *soa.Model) Cast {
	c := Cast{Skeleton: m.Skeleton}
	for _, clip := range m.Clips {
		c.Clips = append(c.Clips, CastClip{clip.Name, clip.End() - clip.Start, clip.Events, clip.TicksPerSecond})
	}
	return c
}

// OfBank returns the cast of runtime.Baked. The skeleton is that of the bank's model; nil where
// the graph has no masks.
func OfBank(skeleton *soa.Skeleton, b *soa.Bank) Cast {
	c := Cast{Skeleton: skeleton}
	for k := range b.Clips {
		clip := &b.Clips[k]
		c.Clips = append(c.Clips, CastClip{clip.Name, clip.Seconds, clip.Events, clip.TicksPerSecond})
	}
	return c
}

// OfPacked returns the cast of runtime.Compressed.
func OfPacked(m *soa.Model, clips []*soa.Packed) Cast {
	c := Cast{Skeleton: m.Skeleton}
	for _, clip := range clips {
		c.Clips = append(c.Clips, CastClip{clip.Exact.Name, clip.Exact.End() - clip.Exact.Start, clip.Exact.Events, clip.Exact.TicksPerSecond})
	}
	return c
}
