//go:build cgo

package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu/capture"
)

// shots says which moments a picture file shows.
type shots struct {
	times   []string // as the flags have them
	frames  int      // 0: not said
	fps     float64  // 0: not said
	loops   int
	sheet   string
	columns int     // of a contact sheet, 0: as suits
	sprites int     // directions of a sheet of sprites; 0: there are none
	onion   int     // ghosts before, and after
	between float64 // seconds from ghost to ghost

	moments []float64 // the times asked for, in seconds on the file's time line
}

// The frame rates where none is asked for. A GIF counts in hundredths of a
// second, which 25 frames a second hits.
const (
	defaultFPS    = 30
	defaultGIFFPS = 25
	maxFPS        = 1000
)

// parse reads the flags and refuses what does not go with the kind of file.
func (s *shots) parse(out string, changed func(flag string) bool) error {
	var err error
	if s.moments, err = console.NumberList("--time", s.times); err != nil {
		return err
	}
	if changed("frames") {
		if err := console.CheckCount("--frames", s.frames); err != nil {
			return err
		}
	}
	if err := console.CheckCount("--loops", s.loops); err != nil {
		return err
	}
	if changed("sprites") && (s.sprites < 1 || s.sprites > maxDirections) {
		return console.Usagef("--sprites: %d directions are outside 1 to %d", s.sprites, maxDirections)
	}
	if s.onion < 0 || s.onion > maxOnion {
		return console.Usagef("--onion: %d is outside 0 to %d", s.onion, maxOnion)
	}
	if !(s.between > 0 && s.between <= play.MaxWalk) {
		return console.Usagef("--onion-step: %v s is not above 0 and at most %d", s.between, play.MaxWalk)
	}
	if changed("fps") && !(s.fps > 0 && s.fps <= maxFPS) { // NaN too
		return console.Usagef("--fps: %v is not above 0 and at most %d", s.fps, maxFPS)
	}
	animated := capture.Animated(out)
	for _, c := range []struct {
		wrong bool
		what  string
	}{
		{animated && changed("time"), "--time is for stills and contact sheets, not for " + filepath.Base(out)},
		{animated && changed("sheet"), "--sheet is for a .png, not for " + filepath.Base(out)},
		{animated && s.sprites > 0, "--sprites is for a .png, not for " + filepath.Base(out)},
		{!animated && s.sprites == 0 && changed("fps"), "--fps is for animations and sprites, not for " + filepath.Base(out)},
		{s.sprites > 0 && changed("sheet"), "--sprites has a row for each direction: --frames says how many are in it, not --sheet"},
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
		s.frames, s.columns, err = stage.ParseSheet(s.sheet)
	}
	return err
}

// maxOnion bounds the ghosts on either side.
const maxOnion = 16

// skins lists the times of ghosts, in seconds from the time that a picture is of.
func (s *shots) skins() (list []float64) {
	for k := 1; k <= s.onion; k++ {
		list = append(list, -float64(k)*s.between, float64(k)*s.between)
	}
	return list
}

// plan is the moments that are drawn, and how fast an animation shows them.
type plan struct {
	times []float64
	fps   float64
}

// plan spreads frames over clips that last from start to end. Where the last
// pose is the first one, an animation leaves it out, so that it goes on without
// a halt; a still one shows the start.
func (s *shots) plan(out string, start, end float64, loops bool) (plan, error) {
	length := end - start
	switch {
	case len(s.moments) > 0:
		return plan{times: s.moments, fps: spriteRate}, nil
	case !capture.Animated(out) && s.frames == 0 && s.sprites == 0:
		return plan{times: []float64{start}}, nil
	case length == 0:
		return plan{times: []float64{start}, fps: 1}, nil
	}
	p := plan{fps: s.fps}
	n := s.frames
	switch {
	case n > 0 && s.fps > 0: // as many, at that rate: part of the clip, or more than it
		for i := range n {
			p.times = append(p.times, start+math.Mod(float64(i)/s.fps, length))
		}
		return p, nil
	case n == 0:
		rate := s.fps
		if rate == 0 {
			rate = defaultFPS
			if s.sprites > 0 {
				rate = spriteRate
			}
			if strings.EqualFold(filepath.Ext(out), ".gif") {
				rate = defaultGIFFPS
			}
		}
		frames := math.Round(length * rate)
		if frames > console.MaxCount {
			return p, fmt.Errorf("the clip lasts %.6g s, which is %.0f frames, the most is %d: --frames spreads fewer over it", length, frames, console.MaxCount)
		}
		n = max(1, int(frames))
	}
	p.fps = min(float64(n)/length, maxFPS) // it takes as long as the clip
	steps := n
	if !loops && n > 1 {
		steps = n - 1 // the last frame is the end
	}
	for i := range n {
		p.times = append(p.times, start+length*float64(i)/float64(steps))
	}
	return p, nil
}
