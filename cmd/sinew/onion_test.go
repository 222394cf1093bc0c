//go:build cgo

package main

import (
	"image"
	"testing"
)

// TestRenderOnion: ghosts of the times before are blue, of those after red, and the figure
// hides neither; outside a clip that does not loop there are none.
func TestRenderOnion(t *testing.T) {
	args := []string{strider(t, "strider.glb"), "--clip", "walk", "--root-motion", "--camera", "side", "--background", "white", "--size", "200x120"}
	bluish := func(img image.Image, x, y int) bool { r, _, b := rgb(img, x, y); return r > 90 && b > r+20 }
	reddish := func(img image.Image, x, y int) bool { r, _, b := rgb(img, x, y); return b > 150 && r > b+20 }
	alone := drawn(t, append(args, "--time", "0.5")...)
	onion := drawn(t, append(args, "--time", "0.5", "--onion", "2", "--onion-step", "0.2")...)
	for name, is := range map[string]func(image.Image, int, int) bool{"before": bluish, "after": reddish} {
		without, with := count(alone, alone.Bounds(), is), count(onion, onion.Bounds(), is)
		if with < without+100 {
			t.Errorf("%s: %d pixels, %d without ghosts", name, with, without)
		}
	}
}
