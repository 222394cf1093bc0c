//go:build cgo

package drawing

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/spf13/cobra"
)

// Shots is which times of a performance a picture file shows.
type Shots struct {
	times   []string // of --time, unparsed
	frames  int      // 0: not given
	fps     float64  // 0: not given
	Loops   int
	sheet   string
	Columns int     // of a contact sheet; 0: chosen
	Sprites int     // directions of a sheet of sprites; 0: none
	Onion   int     // ghosts before, and as many after
	between float64 // seconds between ghosts

	Moments []float64 // of --time, in seconds on the file's time line
}

// The default frame rates. A GIF counts in hundredths of a second: at 25 frames per second a
// frame takes four.
const (
	defaultFPS    = 30
	defaultGIFFPS = 25
	maxFPS        = 1000
)

// AddFlags adds the flags that choose times.
func (s *Shots) AddFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&s.times, "time", nil, "time of a still in `seconds`; several with commas")
	f.IntVar(&s.frames, "frames", 0, "draw `N` frames, evenly over the clip (with --fps: 1/fps apart)")
	f.Float64Var(&s.fps, "fps", 0, "frames per second (default: 25 for .gif, else 30)")
	f.IntVar(&s.Loops, "loops", 1, "show `N` loops of what plays, one after the other")
	f.StringVar(&s.sheet, "sheet", "", "a contact sheet of `CxR` columns and rows, or N frames")
	f.IntVar(&s.Onion, "onion", 0, "onion skins: draw `N` ghosts before and after")
	f.Float64Var(&s.between, "onion-step", 0.1, "`seconds` between ghosts")
	f.IntVar(&s.Sprites, "sprites", 0, "a sheet of sprites from `N` directions")
}

// Parse reads the flags and refuses those that do not suit the kind of file.
func (s *Shots) Parse(out string, changed func(flag string) bool) error {
	var err error
	if s.Moments, err = console.NumberList("--time", s.times); err != nil {
		return err
	}
	if changed("frames") {
		if err := console.CheckCount("--frames", s.frames); err != nil {
			return err
		}
	}
	if err := console.CheckCount("--loops", s.Loops); err != nil {
		return err
	}
	if changed("sprites") && (s.Sprites < 1 || s.Sprites > maxDirections) {
		return console.Usagef("--sprites: %d directions are outside 1 to %d", s.Sprites, maxDirections)
	}
	if s.Onion < 0 || s.Onion > maxOnion {
		return console.Usagef("--onion: %d is outside 0 to %d", s.Onion, maxOnion)
	}
	if !(s.between > 0 && s.between <= performance.MaxWalk) {
		return console.Usagef("--onion-step: %v s is not above 0 and at most %d", s.between, performance.MaxWalk)
	}
	if changed("fps") && !(s.fps > 0 && s.fps <= maxFPS) { // NaN too
		return console.Usagef("--fps: %v is not above 0 and at most %d", s.fps, maxFPS)
	}
	animated := film.Animated(out)
	for _, c := range []struct {
		wrong bool
		what  string
	}{
		{animated && changed("time"), "--time is for stills and contact sheets, not for " + filepath.Base(out)},
		{animated && changed("sheet"), "--sheet is for a .png, not for " + filepath.Base(out)},
		{animated && s.Sprites > 0, "--sprites is for a .png, not for " + filepath.Base(out)},
		{!animated && s.Sprites == 0 && changed("fps"), "--fps is for animations and sprites, not for " + filepath.Base(out)},
		{s.Sprites > 0 && changed("sheet"),
			"--sprites has a row for each direction: --frames says how many are in it, not --sheet"},
		{changed("time") && changed("loops"), "--time and --loops both say what to show"},
		{changed("time") && changed("frames"), "--time and --frames both say what to show"},
		{changed("time") && changed("sheet"), "--time and --sheet both say what to show"},
		{changed("frames") && changed("sheet"), "--frames and --sheet both say what to show"},
	} {
		if c.wrong {
			return console.Usagef("%s", c.what)
		}
	}
	if changed("sheet") {
		s.frames, s.Columns, err = stage.ParseSheet(s.sheet)
	}
	return err
}

// maxOnion is the largest number of ghosts on either side.
const maxOnion = 16

// skins lists the times of ghosts, in seconds from that of the picture.
func (s *Shots) skins() (list []float64) {
	for k := 1; k <= s.Onion; k++ {
		list = append(list, -float64(k)*s.between, float64(k)*s.between)
	}
	return list
}

// Plan is the times that are drawn, and how fast an animation shows them.
type Plan struct {
	Times []float64
	FPS   float64
}

// Plan spreads frames over what plays from start to end. If its end is its start, as loops
// says, an animation leaves the end out, so that it repeats without a halt.
func (s *Shots) Plan(out string, start, end float64, loops bool) (Plan, error) {
	length := end - start
	switch {
	case len(s.Moments) > 0:
		return Plan{Times: s.Moments, FPS: spriteRate}, nil
	case !film.Animated(out) && s.frames == 0 && s.Sprites == 0:
		return Plan{Times: []float64{start}}, nil
	case length == 0:
		return Plan{Times: []float64{start}, FPS: 1}, nil
	}
	p := Plan{FPS: s.fps}
	n := s.frames
	switch {
	case n > 0 && s.fps > 0: // as many, at that rate: part of the clip, or more than it
		for i := range n {
			p.Times = append(p.Times, start+math.Mod(float64(i)/s.fps, length))
		}
		return p, nil
	case n == 0:
		rate := s.fps
		if rate == 0 {
			rate = defaultFPS
			if s.Sprites > 0 {
				rate = spriteRate
			}
			if strings.EqualFold(filepath.Ext(out), ".gif") {
				rate = defaultGIFFPS
			}
		}
		frames := math.Round(length * rate)
		if frames > console.MaxCount {
			return p, fmt.Errorf("the clip lasts %.6g s, which is %.0f frames, the most is %d: --frames spreads fewer over it",
				length, frames, console.MaxCount)
		}
		n = max(1, int(frames))
	}
	p.FPS = min(float64(n)/length, maxFPS) // it takes as long as the clip
	steps := n
	if !loops && n > 1 {
		steps = n - 1 // the last frame is the end
	}
	for i := range n {
		p.Times = append(p.Times, start+length*float64(i)/float64(steps))
	}
	return p, nil
}
