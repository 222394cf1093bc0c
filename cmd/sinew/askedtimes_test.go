package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestAskedTimes: what springs show at a time does not depend on the other times that are asked, nor on
// their order.
func TestAskedTimes(t *testing.T) {
	const file = "../../testdata/hair/hair.vrm"
	tail := func(times, at string) (matrices string) {
		page := succeed(t, "pose", file, "--control", "own", "--json", "--time", times)
		var found struct {
			Samples []struct {
				Time   json.Number
				Joints []struct {
					Name   string
					Matrix json.RawMessage
				}
			}
		}
		must.Do(t, json.Unmarshal([]byte(page), &found))
		for _, s := range found.Samples {
			for _, j := range s.Joints {
				if s.Time.String() == at && strings.HasPrefix(j.Name, "hair") {
					matrices += j.Name + string(j.Matrix)
				}
			}
		}
		if matrices == "" {
			t.Fatalf("no hair at %s s: %s", at, page)
		}
		return matrices
	}
	for _, c := range []struct{ at, times string }{
		{"0.5", "0.013,0.29,0.3,0.47,0.5,0.59"}, {"0.3", "0.013,0.3"}, {"0.51", "0.5,0.505,0.51"}, {"0.5", "0.51,0.5"}, {"1.234", "2.5,0.1,1.234"}, {"700.25", "1,650,700,700.25"},
	} {
		if tail(c.times, c.at) != tail(c.at, c.at) {
			t.Errorf("the hair at %s s depends on %s", c.at, c.times)
		}
	}
	if tail("0.3", "0.3") == tail("0.5", "0.5") {
		t.Error("the hair does not move")
	}
}
