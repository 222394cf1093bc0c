package weighing

import (
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
}

// AddFlags adds the flags.
func (f *Flags) AddFlags(to *pflag.FlagSet) {
	var names []string
	for _, m := range rig.Methods() {
		names = append(names, m.String())
	}
	to.StringVar(&f.Method, "method", "", "compute weights: `NAME` is "+strings.Join(names, ", "))
	to.StringSliceVar(&f.Joints, "joints", nil, "joints for --method, by `pattern`s such as 'arm*,hand*'")
	to.StringVar(&f.Matrix, "weights", "", "take a matrix, vertices × joints, from a `file`: .npy or JSON")
	to.StringVar(&f.From, "from", "", "take weights from the surface of another model `file`")
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
	if f.Method != "" {
		if _, err := rig.ParseMethod(f.Method); err != nil {
			return console.Usagef("--method: %v", err)
		}
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
		list = append(list, weights.Quantise{Steps: f.Quantize})
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
