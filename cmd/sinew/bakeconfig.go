package main

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
	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/spf13/cobra"
)

// bakeConfig is what a configuration file of bake says.
type bakeConfig struct {
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
}

func defaultBakeConfig() bakeConfig {
	return bakeConfig{
		Clips: "packed", Bound: bake.DefaultBound, Distance: bake.DefaultDistance, WeightBound: bake.DefaultWeightBound, FloatBound: bake.DefaultFloatBound,
		Meshes: true, Textures: true, RootMotion: []string{}, Additive: []string{}, Scale: 1,
	}
}

// bakeTemplate is a configuration file, with or without what explains it.
const bakeTemplate = `{{if .Explain}}# What sinew bake stores: sinew bake --config FILE …; flags go before it.

# How clips are stored: packed within the bounds below; small, which is packed
# further, to be unpacked before it is played; or exact, every key as it came.
{{end}}clips = {{printf "%q" .Clips}}
{{if .Explain}}
# How far, in metres, a point at the distance (metres) from a joint may be from
# where the clip puts it, how far a morph weight from its value, and how far any
# other number, as a part of what its values span. It is of packed clips and, but
# for the last, of banks.
{{end}}bound = {{.Bound}}
distance = {{.Distance}}
weight_bound = {{.WeightBound}}
float_bound = {{.FloatBound}}
{{if .Explain}}
# Whether the clips are stored as a bank too, which plays in crowds without being
# compiled first.
{{end}}bank = {{.Bank}}
{{if .Explain}}
# Whether meshes, with their skins and materials, and pictures are stored.
{{end}}meshes = {{.Meshes}}
textures = {{.Textures}}
{{if .Explain}}
# Root motion to take out of clips, of each by the first entry that means it: words
# with commas between them. Any of x, y, z and yaw are what is taken; rest, start or
# origin is where the root stays; loop closes the motion; joint=NAME is the root,
# clip=PATTERN the clips: otherwise all but additive ones.
{{end}}root_motion = {{list .RootMotion}}
{{if .Explain}}
# Clips to make additive: CLIP, a name or a pattern, and the pose from which it is the
# difference: CLIP@first, @rest, @SECONDS, @OTHER or @OTHER:SECONDS.
{{end}}additive = {{list .Additive}}
{{if .Explain}}
# Whether clips get numbers that tell when the feet of a human body stand: named contact,
# 0 to 1, of the joints of the feet.
{{end}}contacts = {{.Contacts}}
{{if .Explain}}
# Whether the bounds hold against the curves of every clip. Otherwise clips whose curves
# have a key on every frame, or every other one, hold them on their frames and, between,
# against the Catmull-Rom curve through these.
{{end}}exact_curves = {{.ExactCurves}}
{{if .Explain}}
# The unit of length of files that state none, such as BVH: m, cm, mm, in, ft or metres as
# a number; empty is m, or of BVH what gives a figure a person's height. And a factor of
# all lengths.
{{end}}unit = {{printf "%q" .Unit}}
scale = {{.Scale}}
`

// tomlList is a list of strings. What JSON escapes TOML reads.
func tomlList(list []string) (string, error) {
	data, err := json.Marshal(list)
	return string(data), err
}

// text is the configuration as a file.
func (c bakeConfig) text(explain bool) string {
	var b strings.Builder
	t := template.Must(template.New("").Funcs(template.FuncMap{"list": tomlList}).Parse(bakeTemplate))
	if err := t.Execute(&b, struct {
		bakeConfig
		Explain bool
	}{c, explain}); err != nil {
		return err.Error() // a template of our own over fields of our own
	}
	return b.String()
}

// read changes what a file says.
func (c *bakeConfig) read(file string) error {
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
		return fmt.Errorf("%s: there is no option %q; sinew bake --print-config lists them", file, unknown[0])
	}
	return nil
}

func (c *bakeConfig) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&c.Clips, "clips", c.Clips, "coding of clips: packed, small or exact")
	f.Float64Var(&c.Bound, "bound", c.Bound, "error bound, in `metres`")
	f.Float64Var(&c.Distance, "distance", c.Distance, "distance in `metres` from a joint at which the error is measured")
	f.Float64Var(&c.WeightBound, "weight-bound", c.WeightBound, "error bound of morph weights")
	f.Float64Var(&c.FloatBound, "float-bound", c.FloatBound, "error bound of floats, as a fraction of their range")
	f.BoolVar(&c.Bank, "bank", c.Bank, "store a bank of compiled clips too, for large crowds")
	f.BoolVar(&c.Meshes, "meshes", c.Meshes, "store meshes, skins and materials")
	f.BoolVar(&c.Textures, "textures", c.Textures, "store pictures")
	f.StringArrayVar(&c.RootMotion, "root-motion", c.RootMotion, "take the root's motion out of clips: `WORDS` x, y, z, yaw, rest|start|origin, loop, joint=NAME, clip=PATTERN; may be repeated")
	f.Lookup("root-motion").NoOptDefVal = cliprules.DefaultMotion
	f.StringArrayVar(&c.Additive, "additive", c.Additive, "make clips additive: `CLIP[@first|@rest|@SECONDS|@OTHER[:SECONDS]]`; may be repeated")
	f.BoolVar(&c.ExactCurves, "exact-curves", c.ExactCurves, "hold bounds against all curves, also between frames that all have keys")
	f.StringVar(&c.Unit, "unit", c.Unit, models.UnitUsage)
	f.Float64Var(&c.Scale, "scale", c.Scale, models.ScaleUsage)
	f.BoolVar(&c.Contacts, "contacts", c.Contacts, "give clips floats that tell when feet stand, which sinew info lists")
}

// override takes from another configuration what flags have changed.
func (c *bakeConfig) override(from *bakeConfig, changed func(flag string) bool) {
	for flag, set := range map[string]func(){
		"clips":        func() { c.Clips = from.Clips },
		"bound":        func() { c.Bound = from.Bound },
		"distance":     func() { c.Distance = from.Distance },
		"weight-bound": func() { c.WeightBound = from.WeightBound },
		"float-bound":  func() { c.FloatBound = from.FloatBound },
		"bank":         func() { c.Bank = from.Bank },
		"meshes":       func() { c.Meshes = from.Meshes },
		"textures":     func() { c.Textures = from.Textures },
		"root-motion":  func() { c.RootMotion = from.RootMotion },
		"additive":     func() { c.Additive = from.Additive },
		"contacts":     func() { c.Contacts = from.Contacts },
		"exact-curves": func() { c.ExactCurves = from.ExactCurves },
		"unit":         func() { c.Unit = from.Unit },
		"scale":        func() { c.Scale = from.Scale },
	} {
		if changed(flag) {
			set()
		}
	}
}

// options checks the configuration.
func (c *bakeConfig) options() (bake.Options, error) {
	o := bake.Options{Bound: c.Bound, Distance: c.Distance, WeightBound: c.WeightBound, FloatBound: c.FloatBound, Bank: c.Bank, ExactCurves: c.ExactCurves, NoMeshes: !c.Meshes, NoTextures: !c.Textures}
	for name, v := range map[string]float64{"bound": c.Bound, "distance": c.Distance, "weight_bound": c.WeightBound, "float_bound": c.FloatBound, "scale": c.Scale} {
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
