package poses

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Options are what is printed of poses.
type Options struct {
	Times    []float64 // seconds; none: the start
	Space    string    // of matrices: model, local or palette
	Vertices bool
	JSON     bool
}

// Print evaluates one character at all times and prints each sample.
func Print(ctx context.Context, w io.Writer, o *models.Opened, performance performance.Performance, opt Options) error {
	if opt.Space == "palette" && len(o.Model.Skins) == 0 {
		return fmt.Errorf("%s has no skin, so no palette", o.File)
	}
	poser, err := newPoser(o, performance, &opt)
	if err != nil {
		return err
	}
	if len(opt.Times) == 0 {
		opt.Times = []float64{poser.start}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	var print printer = &table{Page: console.Page{To: out}, poser: poser}
	if opt.JSON {
		print = newJSON(out, poser)
	}
	print.begin()
	for _, t := range opt.Times {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := poser.at(t); err != nil {
			return err
		}
		if err := print.sample(); err != nil {
			return err
		}
	}
	if err := print.end(); err != nil {
		return err
	}
	return out.Flush()
}

// printer writes samples one by one, so that memory does not depend on their number.
type printer interface {
	begin()
	sample() error
	end() error
}

// poser evaluates one character.
type poser struct {
	*models.Opened
	performance.Performance
	start, end float64
	space      string
	crowd      *runtime.Crowd // one instance
	bound      *soa.Model     // to the crowd's palette
	entries    []entry

	// For local space.
	skeleton *exact.Skeleton
	track    *exact.Clip // nil at rest and with a script
	pose     exact.Pose

	way      *performance.Way
	time     float64
	place    soa.RootTransform // of the way
	layers   []play.ActiveClip // of a script
	matrices []float32         // 12 per entry, in the space of the options
	vertices bool
	scratch  pose.SkinScratch
	position []float32
}

// entry is a matrix that is printed: of a joint or a palette entry.
type entry struct {
	name   string
	parent int // the entry of the parent, -1 for none
	skin   int // of a palette entry
}

func newPoser(o *models.Opened, performance performance.Performance, opt *Options) (*poser, error) {
	p := &poser{Opened: o, Performance: performance, space: opt.Space, vertices: opt.Vertices}
	p.start, p.end = p.Span()
	var err error
	if p.way, err = performance.Way(); err != nil {
		return nil, fmt.Errorf("%s: %w", o.File, err)
	}
	p.skeleton = exact.NewSkeleton(o.Model, nil)
	p.pose = p.skeleton.NewPose()
	var clips []*soa.Clip
	if p.Clip != nil {
		clips, p.track = []*soa.Clip{p.Clip}, p.skeleton.NewClip(p.Clip)
	}
	if p.crowd, p.bound, err = performance.Crowd(o, clips, 1); err != nil {
		return nil, fmt.Errorf("%s: %w", o.File, err)
	}
	if p.Clip != nil {
		if err := p.crowd.Instance(0).Play(0, play.Options{Mode: play.Clamp}); err != nil {
			return nil, fmt.Errorf("%s: %w", o.File, err)
		}
	}
	if p.space == "palette" {
		p.listPalettes()
	} else {
		for j, name := range o.Model.Skeleton.Name {
			p.entries = append(p.entries, entry{name: name, parent: int(o.Model.Skeleton.Parent[j])})
		}
	}
	return p, nil
}

// listPalettes lists the palette entries of all skins. The parent of an entry is its nearest
// ancestor with an entry in the same skin.
func (p *poser) listPalettes() {
	skeleton := p.Model.Skeleton
	for s, sk := range p.Model.Skins {
		of := make(map[int16]int, sk.Len())
		for i, j := range sk.Joint {
			if _, twice := of[int16(j)]; !twice {
				of[int16(j)] = len(p.entries) + i
			}
		}
		for _, j := range sk.Joint {
			e := entry{name: skeleton.Name[j], parent: -1, skin: s}
			for a := skeleton.Parent[j]; a >= 0; a = skeleton.Parent[a] {
				if i, ok := of[a]; ok {
					e.parent = i
					break
				}
			}
			p.entries = append(p.entries, e)
		}
	}
}

// at evaluates the pose at a time of the performance.
func (p *poser) at(t float64) error {
	p.time, p.matrices = t, p.matrices[:0]
	t, err := p.travel(t)
	if err != nil {
		return err
	}
	if err := p.evaluate(t); err != nil {
		return err
	}
	switch p.space {
	case "model":
		for j := range p.entries {
			m, err := p.joint(j)
			if err != nil {
				return err
			}
			p.matrices = append(p.matrices, m[:]...)
		}
	case "palette":
		for s := range p.crowd.Layout().Skins {
			skin := &p.crowd.Layout().Skins[s]
			for _, slot := range skin.Slot {
				m := soa.Affine(p.crowd.Instance(0).Palette()[12*int(slot):])
				m = m.Mul(&skin.Offset)
				p.matrices = append(p.matrices, m[:]...)
			}
		}
	case "local":
		if err := p.locals(t); err != nil {
			return err
		}
	}
	return p.finite(p.matrices, "the matrices")
}

// travel sets the place at a time and returns the time within the loop of a clip.
func (p *poser) travel(t float64) (float64, error) {
	if p.way == nil {
		return t, nil
	}
	cycle := int64(0)
	if p.Script == nil {
		cycle, t = performance.Fold(p.start, p.end, t)
	}
	var err error
	p.place, err = p.way.At(cycle, t)
	return t, err
}

// evaluate evaluates the instance at a time.
func (p *poser) evaluate(t float64) error {
	if p.Control != nil {
		return p.Control.Runs[p.crowd].At(0, p.time-p.start, func(back float64) error { return p.show(t - back) })
	}
	return p.show(t)
}

// show evaluates what the instance plays at a time, without control.
func (p *poser) show(t float64) error {
	if p.Script != nil {
		err := p.Script.At(p.crowd, 0, t)
		p.layers = p.crowd.Instance(0).ActiveClips(p.layers[:0])
		return err
	}
	if err := p.crowd.Instance(0).Seek(t); err != nil {
		return err
	}
	return p.crowd.Update(0)
}

// joint returns the matrix of a joint in model space.
func (p *poser) joint(j int) (m soa.Affine, err error) {
	return p.crowd.Instance(0).Joint(j)
}

// locals adds the matrices of joints relative to their parents: of a clip from its keys, of a
// script or with a control from those of the crowd.
func (p *poser) locals(t float64) error {
	if p.track != nil && p.Control == nil {
		p.track.At(exact.Tick(p.Clip, t), false, &p.pose)
	}
	for j, e := range p.entries {
		local := p.skeleton.Local(j, &p.pose)
		if p.Script != nil || p.Control != nil {
			m, err := p.joint(j)
			if err != nil {
				return err
			}
			local = exact.FromFloat32(m)
			if e.parent >= 0 {
				if m, err = p.joint(e.parent); err != nil {
					return err
				}
				above, ok := exact.FromFloat32(m).Inverse()
				if !ok {
					return fmt.Errorf("%s: at %v s joint %q is flat, so joints below it have no local matrix", p.File, t,
						p.entries[e.parent].name)
				}
				local = above.Mul(local)
			}
		}
		m := local.Float32()
		p.matrices = append(p.matrices, m[:]...)
	}
	return nil
}

// finite returns an error if values have overflowed: JSON cannot hold them.
func (p *poser) finite(values []float32, what string) error {
	for _, v := range values {
		if v-v != 0 {
			return fmt.Errorf("%s: %s at %v s exceed the range of float32", p.File, what, p.time)
		}
	}
	return nil
}

// skinned returns a mesh's positions in model space, valid until the next call.
func (p *poser) skinned(m int) ([]float32, error) {
	var err error
	if p.position, err = performance.Skinned(p.crowd, p.bound, p.bound.Meshes[m], &p.scratch, p.position); err != nil {
		return nil, err
	}
	return p.position, p.finite(p.position, fmt.Sprintf("the vertices of mesh %q", p.Model.Meshes[m].Name))
}
