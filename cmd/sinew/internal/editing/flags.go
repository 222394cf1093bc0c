package editing

import (
	"math"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/spf13/pflag"
)

// Flags are flags that each append an edit, in the order in which they are given.
type Flags struct {
	Edits []list.Edit
}

// flag is one of them.
type flag struct {
	to   *Flags
	kind string // of its value, for help
	read func(text string) (list.Edit, error)
}

func (f *flag) String() string { return "" }
func (f *flag) Type() string   { return f.kind }

// Set is called as the command line is read.
func (f *flag) Set(text string) error {
	e, err := f.read(text)
	if err == nil {
		f.to.Edits = append(f.to.Edits, e)
	}
	return err
}

// AddFlags adds the flags.
func (f *Flags) AddFlags(set *pflag.FlagSet) {
	add := func(name, kind, usage string, read func(text string) (list.Edit, error)) {
		set.Var(&flag{f, kind, read}, name, usage)
	}
	alone := func(name, usage string, make func() list.Edit) {
		add(name, "bool", usage, func(text string) (list.Edit, error) {
			if text != "true" {
				return nil, console.Usagef("it takes no value")
			}
			return make(), nil
		})
		set.Lookup(name).NoOptDefVal = "true"
	}
	add("trim", "span", "keep the part from one time to another: `A..B`", trim)
	alone("reverse", "play backwards", func() list.Edit { return new(list.Reverse) })
	add("speed", "factor", "play faster by a `factor`", func(text string) (list.Edit, error) {
		x, err := console.FiniteNumber("it", text)
		return &list.Speed{Factor: x}, err
	})
	add("retime", "points", "bend the time line: `OLD:NEW,…`", retime)
	add("join", "clip", "play another `clip` afterwards; CLIP:SECONDS blends", join)
	add("root-motion", "words", "take out the movement over the ground, by `WORDS`", rootMotion)
	set.Lookup("root-motion").NoOptDefVal = "forward"
	add("loop", "seconds", "close the loop over the last `seconds`", func(text string) (list.Edit, error) {
		x, err := console.FiniteNumber("it", text)
		return &list.Loop{Seconds: x}, err
	})
	alone("plant", "keep standing feet from sliding", func() list.Edit { return new(list.Plant) })
	add("footfalls", "names", "add events where feet land: left foot and right foot, or `LEFT,RIGHT`", footfalls)
	set.Lookup("footfalls").NoOptDefVal = footfallNames
	add("find-loop", "span", "keep the part whose ends match best, of `MIN..MAX` seconds", findLoop)
	set.Lookup("find-loop").NoOptDefVal = anyLoop
	alone("mirror", "exchange left and right", func() list.Edit { return new(list.Mirror) })
	add("smooth", "filter", "filter joints and weights: `FILTER:NUMBER`, see above", smooth)
	alone("unflip", "mend rotations that turn aside and back at once", func() list.Edit { return new(list.Unflip) })
	add("resample", "rate", "linear keys at a `rate` per second", func(text string) (list.Edit, error) {
		x, err := console.FiniteNumber("it", text)
		return &list.Resample{Rate: x}, err
	})
	add("reduce", "distance", "leave out keys within a `distance` of joints, such as 0.1mm", reduce)
}

func trim(text string) (list.Edit, error) {
	from, to, err := span(text)
	return &list.Trim{From: from, To: to}, err
}

// span reads two numbers of seconds.
func span(text string) (from, to float64, err error) {
	a, b, ok := strings.Cut(text, "..")
	if !ok {
		return 0, 0, console.Usagef("%q is no span such as 0.2..1.1", text)
	}
	if from, err = console.FiniteNumber("its start", a); err != nil {
		return 0, 0, err
	}
	to, err = console.FiniteNumber("its end", b)
	return from, to, err
}

// The values of flags that are given without one.
const (
	footfallNames = "left foot,right foot"
	anyLoop       = "0..0"
)

func footfalls(text string) (list.Edit, error) {
	if text == footfallNames {
		return new(list.Footfalls), nil
	}
	left, right, ok := strings.Cut(text, ",")
	if !ok || left == "" || right == "" {
		return nil, console.Usagef("%q is no pair of names such as left,right", text)
	}
	return &list.Footfalls{Left: left, Right: right}, nil
}

func findLoop(text string) (list.Edit, error) {
	from, to, err := span(text)
	return &list.FindLoop{Min: from, Max: to}, err
}

// rootMotion reads words with commas between them.
func rootMotion(text string) (list.Edit, error) {
	e := new(list.RootMotion)
	for word := range strings.SplitSeq(text, ",") {
		key, value, named := strings.Cut(word, "=")
		switch {
		case word == "forward":
			e.Follow = false
		case word == "follow":
			e.Follow = true
		case word == "height":
			e.Height = true
		case word == "no-yaw":
			e.NoYaw = true
		case word == "remove-travel":
			e.RemoveTravel = true
		case named && key == "joint" && value != "":
			e.Joint = value
		case named && (key == "min-turn" || key == "max-sway"):
			n, err := console.FiniteNumber(key, value)
			if err != nil {
				return nil, err
			}
			if !(n > 0) {
				return nil, console.Usagef("%s is %v, which is not above 0", key, n)
			}
			if key == "min-turn" {
				e.MinTurn = n * math.Pi / 180
			} else {
				e.MaxSway = n
			}
		default:
			return nil, console.Usagef("%q is none of forward, follow, height, no-yaw, remove-travel, min-turn=DEGREES, max-sway=METRES and joint=NAME", word)
		}
	}
	return e, cliprules.RefuseOpposed(text)
}

func retime(text string) (list.Edit, error) {
	e := new(list.Retime)
	for _, point := range strings.Split(text, ",") {
		a, b, ok := strings.Cut(point, ":")
		if !ok {
			return nil, console.Usagef("%q is no point such as 0.5:0.8", point)
		}
		old, err := console.FiniteNumber("an old time", a)
		if err != nil {
			return nil, err
		}
		fresh, err := console.FiniteNumber("a new time", b)
		if err != nil {
			return nil, err
		}
		e.Points = append(e.Points, edit.TimePoint{Old: old, New: fresh})
	}
	return e, nil
}

// join reads a clip's name, which may have colons, and seconds.
func join(text string) (list.Edit, error) {
	e := &list.Join{Clip: text}
	if at := strings.LastIndexByte(text, ':'); at >= 0 {
		if x, err := console.FiniteNumber("the blend", text[at+1:]); err == nil {
			e.Clip, e.Seconds = text[:at], x
		}
	}
	return e, nil
}

func smooth(text string) (list.Edit, error) {
	name, number, given := strings.Cut(text, ":")
	e := new(list.Smooth)
	found := false
	for k, n := range edit.FilterNames() {
		if n == name {
			e.Filter.Kind, found = edit.FilterKind(k), true
		}
	}
	if !found {
		return nil, console.Usagef("%q is no filter; there are %s", name, strings.Join(edit.FilterNames(), ", "))
	}
	if !given {
		return e, nil
	}
	x, err := console.FiniteNumber("it", number)
	if e.Filter.Kind == edit.Gaussian {
		e.Filter.Sigma = x
	} else {
		e.Filter.Hertz = x
	}
	return e, err
}

func reduce(text string) (list.Edit, error) {
	number, unit := strings.CutSuffix(text, "mm")
	if !unit {
		return nil, console.Usagef("%q is no distance such as 0.1mm", text)
	}
	x, err := console.FiniteNumber("it", strings.TrimSpace(number))
	return &list.Reduce{Millimetres: x}, err
}
