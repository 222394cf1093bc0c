package baker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"text/template"

	"github.com/BurntSushi/toml"
	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Config is a configuration file of sinew bake.
type Config struct {
	Clips       string  `toml:"clips"`
	Bound       float64 `toml:"bound"`
	Distance    float64 `toml:"distance"`
	WeightBound float64 `toml:"weight_bound"`
	FloatBound  float64 `toml:"float_bound"`
	Bank        bool    `toml:"bank"`
	Meshes      bool    `toml:"meshes"`
	Textures    bool    `toml:"textures"`

	RootMotion  []string `toml:"root_motion"`
	Additive    []string `toml:"additive"`
	Contacts    bool     `toml:"contacts"`
	ExactCurves bool     `toml:"exact_curves"`

	Unit  string  `toml:"unit"`
	Scale float64 `toml:"scale"`

	WithRotations bool `toml:"with_rotations"`
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{
		Clips: "packed", Bound: bake.DefaultBound, Distance: bake.DefaultDistance, WeightBound: bake.DefaultWeightBound,
		FloatBound: bake.DefaultFloatBound,
		Meshes:     true, Textures: true, RootMotion: []string{}, Additive: []string{}, Scale: 1,
	}
}

// bakeTemplate is a configuration file, with or without explanations.
const bakeTemplate = `{{if .Explain}}# Options of sinew bake: sinew bake --config FILE …; flags override it.

# Coding of clips: packed within the bounds below; small, which has to be unpacked
# before it is played; or exact, every key as imported.
{{end}}clips = {{printf "%q" .Clips}}
{{if .Explain}}
# Error bounds of packed clips and, but for floats, of banks: bound is in metres, at a
# point distance metres from a joint; weight_bound is of morph weights; float_bound is
# of other numbers, as a fraction of their range.
{{end}}bound = {{.Bound}}
distance = {{.Distance}}
weight_bound = {{.WeightBound}}
float_bound = {{.FloatBound}}
{{if .Explain}}
# Store the clips as a bank too: crowds play it without compiling it first.
{{end}}bank = {{.Bank}}
{{if .Explain}}
# Store meshes, with their skins and materials; store pictures.
{{end}}meshes = {{.Meshes}}
textures = {{.Textures}}
{{if .Explain}}
# Root motion to extract from clips; the first entry that matches a clip counts. Words
# with commas between them: any of x, y, z and yaw are extracted; forward goes without
# sway and turns evenly, follow goes with the root; rest, start or origin is where the
# root stays; min-turn=DEGREES and max-sway=METRES are limits of forward; remove-travel
# leaves out what a loop travels; joint=NAME is the root; clip=PATTERN selects clips,
# otherwise all but additive ones.
{{end}}root_motion = {{list .RootMotion}}
{{if .Explain}}
# Clips to make additive: CLIP, a name or a pattern, and the reference pose: CLIP@first,
# @rest, @SECONDS, @OTHER or @OTHER:SECONDS.
{{end}}additive = {{list .Additive}}
{{if .Explain}}
# Add a float "contact", 0 to 1, to the joints of the feet of a human body: 1 while the
# foot stands.
{{end}}contacts = {{.Contacts}}
{{if .Explain}}
# Hold the bounds against the curves of every clip. Otherwise clips with a key on every
# frame, or on every other one, hold them on the frames and, between frames, against the
# Catmull-Rom curve through them.
{{end}}exact_curves = {{.ExactCurves}}
{{if .Explain}}
# unit is the unit of files that state none, such as BVH: m, cm, mm, in, ft or a number of
# metres; empty is m, for BVH what gives the figure a person's height. scale multiplies
# all lengths.
{{end}}unit = {{printf "%q" .Unit}}
scale = {{.Scale}}
{{if .Explain}}
# Of the clips that other files add to a library's model, take rotations and the travel of
# the hips alone: for a model of other proportions.
{{end}}{{if or .Explain .WithRotations}}with_rotations = {{.WithRotations}}
{{end}}`

// tomlList writes a list of strings. TOML reads the escapes of JSON.
func tomlList(list []string) (string, error) {
	data, err := json.Marshal(list)
	return string(data), err
}

// Text returns the configuration as a file.
func (c Config) Text(explain bool) string {
	var b strings.Builder
	t := template.Must(template.New("").Funcs(template.FuncMap{"list": tomlList}).Parse(bakeTemplate))
	if err := t.Execute(&b, struct {
		Config
		Explain bool
	}{c, explain}); err != nil {
		panic(err) // the template and its fields are constant
	}
	return b.String()
}

// Read sets what a file states, except what flags have set: they belong to c.
func (c *Config) Read(file string, flags *pflag.FlagSet) error {
	var again []func() error
	flags.Visit(func(f *pflag.Flag) {
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values := list.GetSlice()
			again = append(again, func() error { return list.Replace(values) })
			return
		}
		value := f.Value.String()
		again = append(again, func() error { return f.Value.Set(value) })
	})
	*c = DefaultConfig()
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	d := toml.NewDecoder(bytes.NewReader(data))
	meta, err := d.Decode(c)
	if err != nil {
		var at toml.ParseError
		if errors.As(err, &at) {
			return fmt.Errorf("%s: line %d: %s", file, at.Position.Line, at.Message)
		}
		return fmt.Errorf("%s: %w", file, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return fmt.Errorf("%s: unknown option %q; sinew bake --print-config lists all", file, unknown[0])
	}
	for _, set := range again {
		if err := set(); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// AddFlags adds a flag for each option.
func (c *Config) AddFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&c.Clips, "clips", c.Clips, "coding of clips: packed, small or exact")
	f.Float64Var(&c.Bound, "bound", c.Bound, "error bound, in `metres`")
	f.Float64Var(&c.Distance, "distance", c.Distance, "`metres` from a joint at which errors are measured")
	f.Float64Var(&c.WeightBound, "weight-bound", c.WeightBound, "error bound of morph weights")
	f.Float64Var(&c.FloatBound, "float-bound", c.FloatBound, "error bound of floats, as a fraction of their range")
	f.BoolVar(&c.Bank, "bank", c.Bank, "also store a bank of compiled clips, for large crowds")
	f.BoolVar(&c.Meshes, "meshes", c.Meshes, "store meshes, skins and materials")
	f.BoolVar(&c.Textures, "textures", c.Textures, "store textures")
	f.StringArrayVar(&c.RootMotion, "root-motion", c.RootMotion,
		"extract root motion by `WORDS`, see sinew help root-motion")
	f.Lookup("root-motion").NoOptDefVal = cliprules.DefaultMotion
	f.StringArrayVar(&c.Additive, "additive", c.Additive,
		"make clips additive: `CLIP[@POSE]`, where POSE is first, rest,\nSECONDS or OTHER[:SECONDS]; may be repeated")
	f.BoolVar(&c.ExactCurves, "exact-curves", c.ExactCurves, "hold bounds against all curves, see sinew help bounds")
	f.StringVar(&c.Unit, "unit", c.Unit, models.UnitUsage)
	f.Float64Var(&c.Scale, "scale", c.Scale, models.ScaleUsage)
	f.BoolVar(&c.WithRotations, "with-rotations", c.WithRotations, "of the clips that --library adds, take rotations and the hips' travel alone")
	_ = f.MarkHidden("with-rotations") // sinew help selection describes it
	f.BoolVar(&c.Contacts, "contacts", c.Contacts, "add floats to clips that are 1 while a foot stands")
}

// options checks the configuration and converts it.
func (c *Config) options() (bake.Options, error) {
	o := bake.Options{Bound: c.Bound, Distance: c.Distance, WeightBound: c.WeightBound, FloatBound: c.FloatBound,
		Bank: c.Bank, ExactCurves: c.ExactCurves, NoMeshes: !c.Meshes, NoTextures: !c.Textures}
	for name, v := range map[string]float64{"bound": c.Bound, "distance": c.Distance, "weight_bound": c.WeightBound,
		"float_bound": c.FloatBound, "scale": c.Scale} {
		if !(v > 0) || math.IsInf(v, 0) {
			return o, console.Usagef("%s: %v is not above 0", name, v)
		}
	}
	if _, err := (&models.Lengths{Unit: c.Unit}).Metres(); err != nil {
		return o, err
	}
	switch c.Clips {
	case "packed":
	case "small":
		o.Clips = bake.Small
	case "exact":
		o.Clips = bake.Exact
	default:
		return o, console.Usagef("clips: %q is none of packed, small and exact", c.Clips)
	}
	return o, nil
}
