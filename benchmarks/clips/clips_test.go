package clips

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
)

func sampled(t *testing.T) *Sampled {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 0.3})
	s, err := Sample(m, m.Clips[0], 30)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSampled checks that samples match the clip.
func TestSampled(t *testing.T) {
	s := sampled(t)
	c := s.Model.Clips[0]
	if rate := Rate(c); rate != 30 {
		t.Errorf("%v keys a second, want 30", rate)
	}
	if s.Samples() != 10 {
		t.Fatalf("%d samples in %v s, want 10", s.Samples(), c.Seconds())
	}
	for k := range s.Samples() {
		want := oracle.Evaluate(s.Model, s.Model.Clips[:1], c.Start+c.Seconds()*float64(k)/9)
		truth := exact.NewSkeleton(s.Model, nil).NewPose()
		s.move(&truth, k, 0, false)
		for j := range s.Joints() {
			for axis := range 3 {
				if d := truth.T[j][axis] - want.Local[j][4*axis+3]; math.Abs(d) > 1e-5 {
					t.Fatalf("joint %d at sample %d is off by %v", j, k, d)
				}
			}
		}
	}
}

// TestLibraries compares each library's reported error with the measured one, at samples and
// between.
func TestLibraries(t *testing.T) {
	s := sampled(t)
	const bound = 1e-4
	seen := map[string]bool{}
	for _, l := range Libraries() {
		c, err := l.Compress(s, bound)
		if err != nil {
			t.Fatalf("%s: %v", l.Name, err)
		}
		defer c.Close()
		seen[l.Name] = true
		if raw := RawJoint * s.Joints() * s.Samples(); c.Bytes <= 0 || c.Bytes >= raw {
			t.Errorf("%s: %d bytes of %d", l.Name, c.Bytes, raw)
		}
		off, err := s.Measure(c)
		if err != nil {
			t.Fatalf("%s: %v", l.Name, err)
		}
		switch l.Name {
		case "sinew", "sinew-small":
			if !(off.Any > 0 && off.Any <= bound && off.Samples <= off.Any && off.Any <= c.Claimed+1e-6) {
				t.Errorf("%s: off by %v, and says %v, within %v", l.Name, off, c.Claimed, bound)
			}
		case "acl":
			if !(math.Abs(off.Samples-c.Claimed) < 5e-6) {
				t.Errorf("acl: off by %v, and says %v", off.Samples, c.Claimed)
			}
		default:
			if !(off.Any < 1e-2) {
				t.Errorf("%s: off by %v", l.Name, off)
			}
		}
	}
	if !seen["sinew"] || !seen["sinew-small"] {
		t.Errorf("libraries %v", seen)
	}
}

// TestOffSeesWhatIsOff moves one joint by a known distance between two samples, and checks that
// Off measures it.
func TestOffSeesWhatIsOff(t *testing.T) {
	s := sampled(t)
	clip := exact.NewSkeleton(s.Model, nil).NewClip(s.Clip)
	c := &Coded{Pose: func(tick float64, to *exact.Pose) error {
		clip.At(tick, false, to)
		if tick == 3.5 {
			to.T[0][0] += 0.25
		}
		return nil
	}}
	off, err := s.Measure(c)
	if err != nil {
		t.Fatal(err)
	}
	if !(off.Samples < 1e-5 && math.Abs(off.Any-0.25) < 1e-4) {
		t.Errorf("off by %v, want 0 at samples and 0.25 between", off)
	}
	failure := errors.New("no pose")
	c.Pose = func(float64, *exact.Pose) error { return failure }
	if _, err := s.Measure(c); !errors.Is(err, failure) {
		t.Errorf("error %v", err)
	}
}

func TestTime(t *testing.T) {
	s := sampled(t)
	for _, l := range Libraries() {
		c, err := l.Compress(s, 1e-3)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if c.Play == nil {
			continue
		}
		for _, w := range []Way{{1, false}, {1, true}, {16, false}, {1000, true}} {
			took, err := Time(s.Joints(), c.Play, w, time.Millisecond)
			if err != nil {
				t.Fatalf("%s, %+v: %v", l.Name, w, err)
			}
			if !(took.Least > 0 && took.Least <= took.P50 && took.P50 <= took.P99) {
				t.Errorf("%s, %+v: %+v", l.Name, w, took)
			}
		}
	}
}

func TestPercentile(t *testing.T) {
	values := make([]float64, 200)
	for i := range values {
		values[i] = float64(i + 1)
	}
	for percent, want := range map[int]float64{0: 1, 50: 100, 90: 180, 99: 198, 100: 200} {
		if got := Percentile(values, percent); got != want {
			t.Errorf("percentile %d is %v, want %v", percent, got, want)
		}
	}
	if Percentile(nil, 50) != 0 {
		t.Error("percentile of nothing")
	}
}
