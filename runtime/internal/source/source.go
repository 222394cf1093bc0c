package source

import (
	"context"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Source is what a crowd plays.
type Source struct {
	// Open prepares the source for a crowd.
	Open func(ctx context.Context, o *Options) (Player, error)
	// Keep returns what keeps its data; nil where nothing can take it away.
	Keep func() (Backing, error)
	// Deviation is the largest error of Keyframes; nil where that is not known.
	Deviation func(o pose.LayoutOptions) (play.Deviation, error)
}

// Options are those of a crowd that concern its source.
type Options struct {
	Layout pose.LayoutOptions
	// UnpackedBytes is the greatest memory of keys that are unpacked for a while, CacheBytes
	// about that of decoded keys per goroutine; 0 means 1 GiB and 8 MiB.
	UnpackedBytes int64
	CacheBytes    int
	Instances     int // of the crowd
}

// Backing is what keeps a source's data as long as a crowd needs it.
type Backing struct {
	Release func()    // or nil
	Mapped  fault.Set // the files that it lies in, which may become shorter
}

// InMemory copies what a crowd reads of a mapped file outside of updates.
func (c *Clip) InMemory() {
	c.Events, c.Motion, c.Floats = fault.Copy(c.Events), fault.Copy(c.Motion), fault.Copy(c.Floats)
}

// mappedModel returns the mapped files that the clips of a model, or compressed ones, lie in.
func mappedModel(model *soa.Model, packed []*soa.Packed) (s fault.Set) {
	if model == nil {
		return nil
	}
	if skeleton := model.Skeleton; skeleton != nil {
		s = fault.AddMapping(fault.AddMapping(s, skeleton.Parent), skeleton.Rest.TX)
	}
	for _, clip := range model.Clips {
		s = mappedClip(s, clip)
	}
	for _, p := range packed {
		if p != nil {
			s = mappedClip(fault.AddMapping(fault.AddMapping(s, p.Kind), p.Data), &p.Exact)
		}
	}
	for _, mesh := range model.Meshes {
		if mesh != nil {
			s = fault.AddMapping(s, mesh.Position)
		}
	}
	return s
}

func mappedClip(s fault.Set, clip *soa.Clip) fault.Set {
	if clip == nil {
		return s
	}
	return fault.AddMapping(fault.AddMapping(fault.AddMapping(s, clip.Tracks), clip.Time), clip.In)
}
