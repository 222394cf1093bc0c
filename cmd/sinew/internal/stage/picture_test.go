//go:build cgo

package stage

import (
	"testing"

	"github.com/sinew-anim/sinew/gpu"
)

func TestParseSize(t *testing.T) {
	for s, want := range map[string][2]int{"960x540": {960, 540}, "1X1": {1, 1}, "16384×2": {16384, 2}} {
		if w, h, err := parseSize("--size", s); err != nil || w != want[0] || h != want[1] {
			t.Errorf("%q: %d, %d, %v", s, w, h, err)
		}
	}
	for _, s := range []string{"", "x", "5", "5x", "x5", "5x5x5", "5.5x5", "-5x5", "0x5", "16385x1", "5 x 5", "NaNx5", "99999999999999999999x1"} {
		if _, _, err := parseSize("--size", s); err == nil {
			t.Errorf("%q is a size", s)
		}
	}
}

func TestParseCamera(t *testing.T) {
	for s, want := range map[string]CameraPlace{
		"front": {}, "side": {Yaw: 90}, "30,-15": {Yaw: 30, Pitch: -15, absolute: true},
		"-400,89,2.5": {Yaw: -400, Pitch: 89, distance: 2.5, absolute: true},
	} {
		if c, err := parseCamera(s); err != nil || c != want {
			t.Errorf("%q: %+v, %v", s, c, err)
		}
	}
	for _, s := range []string{"", "Front", "1", "1,2,3,4", "1,90", "1,2,0", "1,2,-1", "inf,0", "0,0,NaN", "a,b"} {
		if _, err := parseCamera(s); err == nil {
			t.Errorf("%q is a camera", s)
		}
	}
}

func TestParseBackground(t *testing.T) {
	black := gpu.SRGB(0, 0, 0)
	for s, want := range map[string]gpu.Background{
		"#ff8000":       {Top: gpu.SRGB(0xff, 0x80, 0), Bottom: gpu.SRGB(0xff, 0x80, 0)},
		"#fff, #102030": {Top: gpu.SRGB(0xff, 0xff, 0xff), Bottom: gpu.SRGB(0x10, 0x20, 0x30)},
		"white,black":   {Top: gpu.SRGB(0xff, 0xff, 0xff), Bottom: black},
		"light":         gpu.DefaultBackground(),
	} {
		if b, err := parseBackground(s); err != nil || b != want {
			t.Errorf("%q: %+v, %v", s, b, err)
		}
	}
	if b, err := parseBackground("black"); err != nil || b == (gpu.Background{}) || b.Top[0] > 1e-6 || b.Bottom != black {
		t.Errorf("black: %+v, %v", b, err)
	}
	for _, s := range []string{"", "ff8000", "#ff80", "#ff80000", "#gggggg", "#fff,", "red", "#+1234f", "#ff8000,light"} {
		if _, err := parseBackground(s); err == nil {
			t.Errorf("%q is a background", s)
		}
	}
}

func TestParseSheet(t *testing.T) {
	for s, want := range map[string][2]int{"4x3": {12, 4}, "7": {7, 0}, "1x1": {1, 1}} {
		if n, columns, err := ParseSheet(s); err != nil || n != want[0] || columns != want[1] {
			t.Errorf("%q: %d, %d, %v", s, n, columns, err)
		}
	}
	for _, s := range []string{"", "0", "-3", "4x", "0x3", "1000x1000", "four"} {
		if _, _, err := ParseSheet(s); err == nil {
			t.Errorf("%q is a sheet", s)
		}
	}
}
