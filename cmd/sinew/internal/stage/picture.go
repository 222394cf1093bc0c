//go:build cgo

package stage

import (
	"math"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/gpu"
)

// maxSide is the largest width and height of a picture; a driver's limit may be lower.
const maxSide = 16384

// parseSize reads a size in pixels, such as 960x540.
func parseSize(flag, s string) (width, height int, err error) {
	w, h, ok := strings.Cut(strings.ReplaceAll(strings.ToLower(s), "×", "x"), "x")
	if ok {
		width, err = strconv.Atoi(w)
		if err == nil {
			height, err = strconv.Atoi(h)
		}
	}
	if !ok || err != nil {
		return 0, 0, console.Usagef("%s: %q is not a size such as 960x540", flag, s)
	}
	if width < 1 || height < 1 || width > maxSide || height > maxSide {
		return 0, 0, console.Usagef("%s: %dx%d is outside 1x1 to %dx%d", flag, width, height, maxSide, maxSide)
	}
	return width, height, nil
}

// CameraPlace is where a picture is taken from.
type CameraPlace struct {
	Yaw, Pitch float64 // degrees
	distance   float64 // metres; 0: fitted
	Auto       bool
	absolute   bool // the yaw is relative to the scene, not to the front of the body
}

// parseCamera reads a name, or yaw,pitch or yaw,pitch,distance.
func parseCamera(s string) (CameraPlace, error) {
	switch s {
	case "auto":
		return CameraPlace{Yaw: 35, Pitch: 14, Auto: true}, nil
	case "front":
		return CameraPlace{}, nil
	case "side":
		return CameraPlace{Yaw: 90}, nil
	case "back":
		return CameraPlace{Yaw: 180}, nil
	case "three-quarter":
		return CameraPlace{Yaw: 45, Pitch: 20}, nil
	case "top":
		return CameraPlace{Pitch: 89}, nil
	}
	parts := strings.Split(s, ",")
	if len(parts) != 2 && len(parts) != 3 {
		return CameraPlace{}, console.Usagef(
			"--camera: %q is none of auto, front, side, back, three-quarter and top, nor yaw,pitch or yaw,pitch,distance", s)
	}
	var v [3]float64
	for i, part := range parts {
		var err error
		if v[i], err = console.FiniteNumber("--camera", part); err != nil {
			return CameraPlace{}, err
		}
	}
	if math.Abs(v[1]) > 89 {
		return CameraPlace{}, console.Usagef("--camera: a pitch of %v° is outside -89 to 89", v[1])
	}
	if len(parts) == 3 && !(v[2] > 0) {
		return CameraPlace{}, console.Usagef("--camera: a distance of %v m is not above 0", v[2])
	}
	return CameraPlace{Yaw: v[0], Pitch: v[1], distance: v[2], absolute: true}, nil
}

// angles returns yaw and pitch in radians for a body that faces the yaw front.
func (c CameraPlace) angles(crowd bool, front float64) (yaw, pitch float64) {
	if c.Auto && crowd {
		c.Pitch = 24 // to see over the first row
	}
	if c.absolute {
		front = 0
	}
	return c.Yaw*math.Pi/180 + front, c.Pitch * math.Pi / 180
}

// parseBackground reads one colour, or top and bottom with a comma between them.
func parseBackground(s string) (gpu.Background, error) {
	switch s {
	case "light":
		return gpu.DefaultBackground(), nil
	case "dark":
		return DarkBackground, nil
	}
	top, bottom, two := strings.Cut(s, ",")
	if !two {
		bottom = top
	}
	var b gpu.Background
	var err error
	if b.Top, err = parseColor(top); err != nil {
		return b, err
	}
	b.Bottom, err = parseColor(bottom)
	if b == (gpu.Background{}) {
		b.Top[0] = math.SmallestNonzeroFloat32 // all zeros would mean the default
	}
	return b, err
}

// DarkBackground is the one called dark. A transparent picture is drawn on black and on
// white; all zeros would mean the default.
var (
	DarkBackground  = gpu.Background{Top: gpu.SRGB(0x15, 0x18, 0x1d), Bottom: gpu.SRGB(0x3a, 0x40, 0x49)}
	BlackBackground = gpu.Background{Top: gpu.Color{math.SmallestNonzeroFloat32}}
	WhiteBackground = gpu.Background{Top: gpu.Color{1, 1, 1}, Bottom: gpu.Color{1, 1, 1}}
)

func parseColor(s string) (gpu.Color, error) {
	switch s = strings.TrimSpace(s); s {
	case "white":
		s = "#ffffff"
	case "black":
		s = "#000000"
	}
	digits, ok := strings.CutPrefix(s, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if !ok || len(digits) != 6 || err != nil {
		return gpu.Color{}, console.Usagef(
			"--background: %q is not a colour such as #rrggbb, nor light, dark, white or black", s)
	}
	return gpu.SRGB(uint8(v>>16), uint8(v>>8), uint8(v)), nil
}

// ParseSheet reads columns and rows, such as 4x3, or a number of frames.
func ParseSheet(s string) (frames, columns int, err error) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, 0, console.CheckCount("--sheet", n)
	}
	w, h, err := parseSize("--sheet", s)
	if err != nil {
		return 0, 0, console.Usagef("--sheet: %q is neither columns and rows, such as 4x3, nor a number of frames", s)
	}
	return w * h, w, console.CheckCount("--sheet", w*h)
}
