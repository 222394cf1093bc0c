package rig_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// Whatever the text, markers are read or refused, and a skeleton is fitted or refused.
func FuzzParseMarkers(f *testing.F) {
	f.Add([]byte(`{"kind": "biped", "markers": {"chin": [0, 1.52, 0.07], "groin": [0, 0.82, 0], "leftWrist": [0.7, 1.4, 0], "leftElbow": [0.46, 1.4, 0], "leftKnee": [0.1, 0.5, 0]}}`))
	f.Add([]byte(`{"kind": "quadruped", "markers": {"chin": [0, 0.72, 0.75], "groin": [0, 0.47, -0.35], "tail": [0, 0.75, -0.9], "leftElbow": [0.12, 0.42, 0.3], "leftWrist": [0.12, 0.15, 0.31], "rightKnee": [-0.12, 0.4, -0.34], "leftAnkle": [0.12, 0.17, -0.36]}}`))
	f.Add([]byte(`{"kind": "biped", "markers": {"chin": [1e30, 0, -1e30]}}`))
	two, _ := person()
	four, _ := dog()
	f.Fuzz(func(t *testing.T, data []byte) {
		markers, err := rig.ParseMarkers(data)
		if err != nil {
			if !errors.Is(err, soa.ErrFormat) && !errors.Is(err, rig.ErrMarker) && !errors.Is(err, soa.ErrTooLarge) {
				t.Fatal(err)
			}
			return
		}
		m := two
		if markers.Kind == rig.Quadruped {
			m = four
		}
		out, _, err := rig.FitSkeleton(context.Background(), m, markers)
		if err == nil {
			must.Do(t, out.Validate())
		} else if !errors.Is(err, rig.ErrMarker) {
			t.Fatal(err)
		}
	})
}
