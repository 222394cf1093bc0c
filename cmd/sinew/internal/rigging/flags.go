package rigging

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
	"github.com/spf13/pflag"
)

// Flags are flags that each append a change, in the order in which they are given.
type Flags struct {
	Changes []Change
	Markers rig.Markers // of --marker
	as      senses
}

// Change is one change of a skeleton.
type Change struct {
	Name   string // of its flag
	Turns  bool   // it changes axes or the rest of joints that stay
	Do     func(ctx context.Context, m *soa.Model) (*soa.Model, *rig.SkeletonReport, error)
	rename map[string]string // of renames, which act together
}

// senses is the value of --as.
type senses struct{ rig.As }

func (s *senses) Type() string { return "sense" }

// Set is called as the command line is read.
func (s *senses) Set(text string) error {
	for _, as := range [...]rig.As{rig.AsRest, rig.AsFrames, rig.AsBind} {
		if as.String() == text {
			s.As = as
			return nil
		}
	}
	return console.Usagef("%q is none of rest, frames and bind", text)
}

// flag is one that appends.
type flag struct{ set func(text string) error }

func (f *flag) String() string { return "" }
func (f *flag) Type() string   { return "string" }

// Set is called as the command line is read.
func (f *flag) Set(text string) error { return f.set(text) }

// AddFlags adds the flags to those that choose files and clips. One of these, --rename, names clips by
// a pattern; with a = it renames a joint.
func (f *Flags) AddFlags(set *pflag.FlagSet) {
	add := func(name, usage string, read func(text string) (Change, error)) {
		set.Var(&flag{func(text string) error {
			c, err := read(text)
			if err == nil {
				c.Name = name
				f.Changes = append(f.Changes, c)
			}
			return err
		}}, name, usage)
	}
	set.Var(&flag{f.marker}, "marker", "a marker: `NAME=X,Y,Z` in metres; may be repeated")
	add("insert", "a joint above another, or at a place: `NAME=JOINT:PART` or NAME=PARENT@X,Y,Z", insert)
	add("remove", "remove a `joint`; its weights go to its parent", remove)
	clips := set.Lookup("rename")
	byPattern := clips.Value
	clips.Value = &flag{func(text string) error {
		if strings.Contains(text, "=") {
			return f.rename(text)
		}
		return byPattern.Set(text)
	}}
	clips.Usage = "rename a joint, `OLD=NEW`, several in a row at once; without =, name clips: {clip}, {file} …"
	add("mirror", "reflect a `joint` and all below it to the other side", mirror)
	add("pose", "take a `pose` in the sense of --as: T or A of the arms, or a frame of the first clip", f.pose)
	set.Var(&f.as, "as", "the `sense` of --pose: rest, frames or bind")
}

// marker reads a marker.
func (f *Flags) marker(text string) error {
	name, place, ok := strings.Cut(text, "=")
	if !ok {
		return console.Usagef("%q is no marker such as chin=0,1.5,0.1", text)
	}
	at, err := place3(place)
	f.Markers.Places = append(f.Markers.Places, rig.Marker{Name: name, Place: at})
	return err
}

func place3(text string) (at [3]float64, err error) {
	list, err := console.NumberList("the place", []string{text})
	if err != nil {
		return at, err
	}
	if len(list) != len(at) {
		return at, console.Usagef("%q is no place such as 0,1.5,0.1", text)
	}
	return [3]float64(list), nil
}

// insert reads NAME=JOINT:PART and NAME=PARENT@X,Y,Z.
func insert(text string) (c Change, err error) {
	name, where, ok := strings.Cut(text, "=")
	colon, at := strings.LastIndexByte(where, ':'), strings.LastIndexByte(where, '@')
	switch {
	case !ok || colon < 0 && at < 0:
		return c, console.Usagef("%q is no joint such as wrist.L=hand.L:0.5 or tail=hips@0,0.9,-0.2", text)
	case at > colon:
		place, err := place3(where[at+1:])
		c.Do = func(_ context.Context, m *soa.Model) (*soa.Model, *rig.SkeletonReport, error) {
			j := soa.NoJoint
			if parent := where[:at]; parent != "" {
				if j, err = humanoid.FindJoint(m.Skeleton, parent); err != nil {
					return nil, nil, err
				}
			}
			return rig.AddJoint(m, j, name, place)
		}
		return c, err
	}
	part, err := console.FiniteNumber("its part", where[colon+1:])
	c.Do = onJoint(where[:colon], func(m *soa.Model, j int) (*soa.Model, *rig.SkeletonReport, error) {
		return rig.InsertJoint(m, j, name, part)
	})
	return c, err
}

// onJoint finds a joint when the change is made: those before may have made it.
func onJoint(name string, do func(m *soa.Model, j int) (*soa.Model, *rig.SkeletonReport, error)) func(context.Context, *soa.Model) (*soa.Model, *rig.SkeletonReport, error) {
	return func(_ context.Context, m *soa.Model) (*soa.Model, *rig.SkeletonReport, error) {
		j, err := humanoid.FindJoint(m.Skeleton, name)
		if err != nil {
			return nil, nil, err
		}
		return do(m, j)
	}
}

func remove(text string) (Change, error) {
	return Change{Do: onJoint(text, rig.RemoveJoint)}, nil
}

func mirror(text string) (Change, error) {
	return Change{Do: onJoint(text, rig.MirrorJoints)}, nil
}

// rename adds to the renames just before.
func (f *Flags) rename(text string) error {
	from, to, ok := strings.Cut(text, "=")
	if !ok || from == "" {
		return console.Usagef("%q is no pair such as Bip01=hips", text)
	}
	if n := len(f.Changes); n == 0 || f.Changes[n-1].rename == nil {
		names := make(map[string]string)
		f.Changes = append(f.Changes, Change{Name: "rename", rename: names, Do: func(_ context.Context, m *soa.Model) (*soa.Model, *rig.SkeletonReport, error) {
			return renameAll(m, names)
		}})
	}
	names := f.Changes[len(f.Changes)-1].rename
	if _, twice := names[from]; twice {
		return console.Usagef("%q is renamed twice", from)
	}
	names[from] = to
	return nil
}

func renameAll(m *soa.Model, names map[string]string) (*soa.Model, *rig.SkeletonReport, error) {
	list := make(map[int]string, len(names))
	for from, to := range names {
		j, err := humanoid.FindJoint(m.Skeleton, from)
		if err != nil {
			return nil, nil, err
		}
		if _, twice := list[j]; twice {
			return nil, nil, fmt.Errorf("%w: %q is renamed twice", rig.ErrName, m.Skeleton.Name[j])
		}
		list[j] = to
	}
	return rig.RenameJoints(m, list)
}

// pose reads T, A or a frame; --as may come later.
func (f *Flags) pose(text string) (Change, error) {
	poses := []rig.RestPose{rig.T, rig.A}
	i := slices.IndexFunc(poses, func(p rig.RestPose) bool { return p.String() == text })
	if frame, err := strconv.Atoi(text); err == nil && frame >= 0 {
		return Change{Turns: true, Do: func(ctx context.Context, m *soa.Model) (*soa.Model, *rig.SkeletonReport, error) {
			if len(m.Clips) == 0 {
				return nil, nil, fmt.Errorf("%w: the model has no clip", soa.ErrOption)
			}
			return rig.TakeFrame(ctx, m, m.Clips[0], frame, f.as.As)
		}}, nil
	}
	if i < 0 {
		return Change{}, console.Usagef("%q is neither T nor A nor a frame, such as 0", text)
	}
	return Change{Turns: true, Do: func(ctx context.Context, m *soa.Model) (*soa.Model, *rig.SkeletonReport, error) {
		return rig.TakePose(ctx, m, poses[i], f.as.As)
	}}, nil
}
