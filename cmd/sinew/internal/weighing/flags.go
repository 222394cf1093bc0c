package weighing

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/pflag"
)

// Flags are the flags that change weights.
type Flags struct {
	Method   string
	Joints   []string
	Voxels   int     // of --resolution
	Falloff  float64 // of voxel
	Dropoff  float64
	Matrix   string // the file of --weights
	From     string
	Ops      string
	Max      int
	Smooth   int
	Prune    float64
	Quantize int
	Mirror   string
	Hammer   bool
	Locked   []string
	Meshes   []string

	falloff bool // given
}

// AddFlags adds the flags.
func (f *Flags) AddFlags(to *pflag.FlagSet) {
	var names []string
	for _, m := range rig.Methods() {
		names = append(names, m.String())
	}
	to.StringVar(&f.Method, "method", "", "compute weights: `NAME` is "+strings.Join(names, ", "))
	to.StringSliceVar(&f.Joints, "joints", nil, "joints for --method, by `pattern`s such as 'arm*,hand*'")
	to.IntVar(&f.Voxels, "resolution", 0, "`N` voxels along the longest side, for voxel (default 128)")
	to.Float64Var(&f.Falloff, "falloff", 1, "how soon weights fall off, for voxel: `ALPHA` from 0, broadly, to 1")
	to.Float64Var(&f.Dropoff, "dropoff", 0, "the power `K` of 1/dᴷ, for distance and hierarchy (default 4), dropoff (2)")
	to.StringVar(&f.Matrix, "weights", "", "take a matrix, vertices × joints, from a `file`: .npy or JSON")
	to.StringVar(&f.From, "from", "", "take weights from the surface of another model: `FILE[:MESH]`")
	to.StringVar(&f.Ops, "ops", "", "paint by a list of strokes in a JSON `file`")
	to.BoolVar(&f.Hammer, "hammer", false, "give vertices without weights those of their neighbours")
	to.StringVar(&f.Mirror, "mirror", "", "give the other side the weights of a `side`: left or right")
	to.IntVar(&f.Smooth, "smooth", 0, "smooth in `N` rounds")
	to.Float64Var(&f.Prune, "prune", 0, "drop weights below a `limit`, such as 0.01")
	to.IntVar(&f.Max, "max", 0, "keep the `N` largest weights of a vertex (with --method: 4; 0: all)")
	to.IntVar(&f.Quantize, "quantize", 0, "round weights to whole steps of 1/`N`, such as 255")
	to.StringSliceVar(&f.Locked, "lock", nil, "leave the weights of `joints` as they are")
	to.StringSliceVar(&f.Meshes, "mesh", nil, "change `meshes` of these names alone")
}

// Check refuses what does not go together. changed reports whether a flag was given.
func (f *Flags) Check(changed func(string) bool) error {
	if err := f.checkMethod(changed); err != nil {
		return err
	}
	if f.Method != "" {
		if !changed("max") {
			f.Max = 4
		}
	}
	switch {
	case f.Method == "" && len(f.Joints) > 0:
		return console.Usagef("--joints chooses the joints of --method")
	case f.Method != "" && len(f.Meshes)+len(f.Locked) > 0:
		return console.Usagef("--method computes all weights anew: no --mesh, no --lock")
	case f.Mirror != "" && f.Mirror != "left" && f.Mirror != "right":
		return console.Usagef("--mirror: %q is neither left nor right", f.Mirror)
	case f.Smooth < 0 || f.Smooth > 1000:
		return console.Usagef("--smooth: %d rounds are outside 0 to 1000", f.Smooth)
	case f.Max < 0 || changed("max") && f.Max == 0 && f.Method == "":
		return console.Usagef("--max: %d is not at least 1", f.Max)
	case !(f.Prune >= 0 && f.Prune < 1):
		return console.Usagef("--prune: %v is not from 0 to 1", f.Prune)
	case changed("quantize") && (f.Quantize < 1 || f.Quantize > 65535):
		return console.Usagef("--quantize: %d steps are outside 1 to 65535", f.Quantize)
	}
	return nil
}

// checkMethod refuses a method that does not exist, and its flags beside another.
func (f *Flags) checkMethod(changed func(string) bool) error {
	method, err := rig.ParseMethod(f.Method)
	if err != nil && f.Method != "" {
		return console.Usagef("--method: %v", err)
	}
	f.falloff = changed("falloff")
	voxel := f.Method != "" && method == rig.Voxel
	power := f.Method != "" && (method == rig.Distance || method == rig.Hierarchy || method == rig.Dropoff)
	switch {
	case (f.falloff || changed("resolution")) && !voxel:
		return console.Usagef("--resolution and --falloff belong to --method voxel")
	case changed("dropoff") && !power:
		return console.Usagef("--dropoff belongs to --method distance, hierarchy or dropoff")
	case changed("resolution") && f.Voxels < 1:
		return console.Usagef("--resolution: %d is not at least 1", f.Voxels)
	case changed("dropoff") && !(f.Dropoff > 0):
		return console.Usagef("--dropoff: %v is not above 0", f.Dropoff)
	case !(f.Falloff >= 0 && f.Falloff <= 1):
		return console.Usagef("--falloff: %v is not from 0 to 1", f.Falloff)
	}
	return nil
}

// options returns those of Bind, for joints that nil leaves to it.
func (f *Flags) options(method rig.Method, joints []int) rig.Options {
	o := rig.Options{Method: method, Joints: joints, MaxInfluences: f.Max, Smooth: f.Smooth, Dropoff: f.Dropoff, Resolution: f.Voxels}
	if f.falloff {
		o.Falloff = &f.Falloff
	}
	return o
}

// source returns the file and the mesh of --from; "": all meshes. A file of the whole name comes
// first.
func (f *Flags) source() (file, mesh string) {
	at := strings.LastIndexByte(f.From, ':')
	if _, err := os.Stat(f.From); err == nil || at < 0 || strings.ContainsAny(f.From[at:], `/\`) {
		return f.From, ""
	}
	return f.From[:at], f.From[at+1:]
}

// Any reports whether a flag changes weights.
func (f *Flags) Any() bool {
	return f.Method != "" || f.Matrix != "" || f.From != "" || f.Ops != "" || len(f.operations()) > 0
}

// operations returns those that act last, in their order.
func (f *Flags) operations() (list []weights.Operation) {
	if f.Hammer {
		list = append(list, weights.Hammer{})
	}
	if f.Mirror != "" {
		list = append(list, weights.Mirror{From: map[string]weights.Side{"left": weights.Left, "right": weights.Right}[f.Mirror]})
	}
	if f.Smooth > 0 && f.Method == "" {
		list = append(list, weights.Smooth{Rounds: f.Smooth})
	}
	if f.Prune > 0 {
		list = append(list, weights.Prune{Below: f.Prune})
	}
	if f.Max > 0 && (f.Method == "" || len(list) > 0 || f.Ops != "" || f.From != "" || f.Matrix != "") {
		list = append(list, weights.Limit{Influences: f.Max})
	}
	if f.Quantize > 0 {
		list = append(list, weights.Quantize{Steps: f.Quantize})
	}
	return list
}

// joints returns the joints of --joints, or nil for those that Bind chooses.
func (f *Flags) joints(k *soa.Skeleton) (list []int, err error) {
	for _, pattern := range f.Joints {
		found := false
		for j, name := range k.Name {
			ok, err := path.Match(pattern, name)
			if err != nil {
				return nil, console.Usagef("--joints: %q: %v", pattern, err)
			}
			if found = found || ok; ok {
				list = append(list, j)
			}
		}
		if !found {
			return nil, console.Usagef("--joints: no joint matches %q", pattern)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
