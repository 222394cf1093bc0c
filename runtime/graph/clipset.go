package graph

import "github.com/sinew-anim/sinew/soa"

// ClipSet is what a graph is compiled against: clips, in the order of the crowd's source, and the
// joints of masks.
type ClipSet struct {
	Skeleton *soa.Skeleton // nil where the graph has no masks
	Clips    []ClipInfo
}

// ClipInfo describes a clip.
type ClipInfo struct {
	Name           string
	Seconds        float64
	Events         []soa.Event
	TicksPerSecond float64 // of Events
}

// ClipsOfModel returns the cast of runtime.Keyframes, or of a bank of all clips of the model.
func ClipsOfModel(m *soa.Model) ClipSet {
	c := ClipSet{Skeleton: m.Skeleton}
	for _, clip := range m.Clips {
		c.Clips = append(c.Clips, ClipInfo{clip.Name, clip.End() - clip.Start, clip.Events, clip.TicksPerSecond})
	}
	return c
}

// ClipsOfBank returns the cast of runtime.Baked. The skeleton is that of the bank's model; nil where
// the graph has no masks.
func ClipsOfBank(skeleton *soa.Skeleton, b *soa.Bank) ClipSet {
	c := ClipSet{Skeleton: skeleton}
	for k := range b.Clips {
		clip := &b.Clips[k]
		c.Clips = append(c.Clips, ClipInfo{clip.Name, clip.Seconds, clip.Events, clip.TicksPerSecond})
	}
	return c
}

// ClipsOfPacked returns the cast of runtime.Compressed.
func ClipsOfPacked(m *soa.Model, clips []*soa.Packed) ClipSet {
	c := ClipSet{Skeleton: m.Skeleton}
	for _, clip := range clips {
		c.Clips = append(c.Clips, ClipInfo{clip.Exact.Name, clip.Exact.End() - clip.Exact.Start, clip.Exact.Events, clip.Exact.TicksPerSecond})
	}
	return c
}
