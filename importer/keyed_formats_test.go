package importer_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/internal/lws"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	seeds "github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// righted negates the axis z of a matrix between left-handed frames.
func righted(m exact.Matrix) exact.Matrix {
	flip := exact.Matrix{0: 1, 5: 1, 10: -1}
	return flip.Mul(m).Mul(flip)
}

// sameJoint holds a joint to a matrix.
func sameJoint(t *testing.T, m *soa.Model, name string, seconds float64, want exact.Matrix, limit float64) {
	t.Helper()
	got := oracle.Evaluate(m, m.Clips[:1], seconds).Model[m.Skeleton.Joint(name)]
	must.AllNear(t, fmt.Sprintf("%s at %v s", name, seconds), got[:12], want[:], limit)
}

// lightScene writes a scene of one null object with nine envelopes.
func lightScene(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("LWSC\n3\nFirstFrame 0\nLastFrame 90\nFramesPerSecond 30\nAddNullObject A\nNumChannels 9\n")
	for c := range 9 {
		keys := 1 + r.IntN(4)
		fmt.Fprintf(&b, "Channel %d\n{ Envelope\n  %d\n", c, keys)
		time := 0.
		for range keys {
			value := r.NormFloat64()
			if c >= 6 {
				value = 0.5 + r.Float64()
			}
			shape := r.IntN(6)
			var p [6]float64
			for i := range p {
				p[i] = r.NormFloat64() * 0.3
			}
			if shape == 5 {
				p[0], p[2] = -r.Float64()*0.2, r.Float64()*0.2
			}
			fmt.Fprintf(&b, "  Key %v %v %d %v %v %v %v %v %v\n", value, time, shape, p[0], p[1], p[2], p[3], p[4], p[5])
			time += 0.25 + float64(r.IntN(4))/4
		}
		fmt.Fprintf(&b, "  Behaviors %d %d\n}\n", r.IntN(6), 1+r.IntN(5))
	}
	return b.String()
}

// TestLightWaveEnvelopes: an item moves as its envelopes, at all times of its clip.
func TestLightWaveEnvelopes(t *testing.T) {
	for s := range seeds.Cases(t, 8) {
		r := rand.New(rand.NewPCG(s, 0))
		text := lightScene(r)
		m := files.Load(t, store(t, "made.lws", []byte(text)))
		if len(m.Clips) == 0 {
			continue
		}
		e := &lws.Parse([]byte(text)).Items[0].Channels
		clip := m.Clips[0]
		for range 60 {
			time := clip.Start + r.Float64()*(clip.End()-clip.Start)
			if beside(e, time) {
				continue
			}
			v := func(c int) float64 { return e[c].At(time, fit.At) }
			turn := aboutAxis(1, v(3)).Mul(aboutAxis(0, v(4))).Mul(aboutAxis(2, v(5)))
			want := exact.Compose(exact.Vec{v(0), v(1), v(2)}, exact.IdentityQuat(), exact.Vec{1, 1, 1}).Mul(turn).
				Mul(exact.Compose(exact.Vec{}, exact.IdentityQuat(), exact.Vec{v(6), v(7), v(8)}))
			sameJoint(t, m, "Pivot:A_(10000000)", time, righted(want), 2e-3)
		}
	}
}

// beside reports whether an envelope jumps next to a time.
func beside(e *[9]lws.Envelope, time float64) bool {
	for c := range e {
		for _, k := range e[c].Knots(nil, -1, 10, 1000) {
			if math.Abs(k-time) < 1e-4 {
				return true
			}
		}
	}
	return false
}

// TestLightWaveSteps: stepped keys stay steps, and eased ones ease.
func TestLightWaveSteps(t *testing.T) {
	envelope := func(shape int) string {
		return fmt.Sprintf("{ Envelope\n  3\n  Key 0 0 %d 0 0 0 0 0 0\n  Key 3 1 %d 0 0 0 0 0 0\n  Key 5 2 %d 0 0 0 0 0 0\n  Behaviors 1 1\n}\n", shape, shape, shape)
	}
	for shape, want := range map[int]float64{4: 0, 1: 0.46875, 3: 0.75, 5: 0.46875} {
		text := "LWSC\n3\nFirstFrame 0\nLastFrame 60\nFramesPerSecond 30\nAddNullObject A\nNumChannels 9\nChannel 0\n" + envelope(shape)
		m := files.Load(t, store(t, "made.lws", []byte(text)))
		if step := m.Clips[0].Tracks[0].Interpolation == soa.Step; step != (shape == 4) {
			t.Errorf("shape %d: %v", shape, m.Clips[0].Tracks[0].Interpolation)
		}
		if shape != 5 {
			sameJoint(t, m, "A_(10000000)", 0.25, exact.Matrix{0: 1, 3: want, 5: 1, 10: 1}, 1e-4)
		}
		sameJoint(t, m, "A_(10000000)", 1, exact.Matrix{0: 1, 3: 3, 5: 1, 10: 1}, 1e-5)
	}
}

// TestLightWaveOld: the first version of scenes has rows of all channels, angles in degrees and
// times in frames; bones and their motion are left out with a loss.
func TestLightWaveOld(t *testing.T) {
	text := "LWSC\n1\nFirstFrame 1\nLastFrame 60\nFramesPerSecond 20\nAddNullObject A\nObjectMotion (unnamed)\n 9\n 2\n 1 2 3 90 0 0 1 1 1\n 0 1 0 0 0\n 4 5 6 180 0 0 1 1 2\n 20 1 0 0 0\nEndBehavior 1\n" +
		"AddBone\nBoneName b\nBoneMotion (unnamed)\n 9\n 1\n 7 7 7 0 0 0 1 1 1\n 0 0 0 0 0\nEndBehavior 1\n"
	var r report.Report
	m := files.LoadWith(t, store(t, "made.lws", []byte(text)), importer.Options{Report: &r})
	for time, want := range map[float64][]float64{0: {1, 2, 3, 90, 1}, 0.5: {2.5, 3.5, 4.5, 135, 1.5}, 1: {4, 5, 6, 180, 2}} {
		matrix := aboutAxis(1, want[3]*math.Pi/180).Mul(exact.Matrix{0: 1, 5: 1, 10: want[4]})
		matrix[3], matrix[7], matrix[11] = want[0], want[1], want[2]
		sameJoint(t, m, "A_(10000000)", time, righted(matrix), 1e-3)
	}
	if !hasFinding(&r, report.Loss, report.LostSkin, "1 bones") {
		t.Error(r.Findings)
	}
}

// matrixKeys writes a DirectX file whose frame B has these matrices, a second apart.
func matrixKeys(t *testing.T, keys []exact.Matrix) string {
	t.Helper()
	var b strings.Builder
	row := func(m exact.Matrix) {
		for r := range 4 {
			for c := range 3 {
				fmt.Fprintf(&b, "%.9f,", m[4*c+r])
			}
			fmt.Fprintf(&b, "%d.0", r/3)
			b.WriteString(map[bool]string{true: ",", false: ";;"}[r < 3])
		}
	}
	b.WriteString("xof 0303txt 0032\nAnimTicksPerSecond { 24; }\nFrame A { FrameTransformMatrix { ")
	row(exact.Identity())
	b.WriteString(" }\n Frame B { FrameTransformMatrix { ")
	row(keys[0])
	fmt.Fprintf(&b, " }\n }\n}\nAnimationSet s { Animation { {B} AnimationKey { 4; %d;\n", len(keys))
	for i, m := range keys {
		fmt.Fprintf(&b, "%d;16;", 24*i)
		row(m)
		b.WriteString(map[bool]string{true: ",\n", false: ";\n"}[i < len(keys)-1])
	}
	b.WriteString("} } }\n")
	return store(t, "made.x", []byte(b.String()))
}

// TestDirectXMatrices: keys that mirror, flatten or neither, in any order, show their matrix.
func TestDirectXMatrices(t *testing.T) {
	for s := range seeds.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 0))
		var keys []exact.Matrix
		for range 2 + r.IntN(4) {
			q := exact.Quat{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit()
			scale := exact.Vec{0.5 + r.Float64(), 0.5 + r.Float64(), 0.5 + r.Float64()}
			switch c := r.IntN(3); r.IntN(4) {
			case 0:
				scale = scale.Scale(-1)
			case 1:
				scale[c] = -scale[c]
			case 2:
				if r.IntN(2) > 0 {
					scale[c] = 0
				}
			}
			keys = append(keys, exact.Compose(exact.Vec{r.NormFloat64(), 1, 2}, q, scale))
		}
		m := files.Load(t, matrixKeys(t, keys))
		for i, want := range keys {
			sameJoint(t, m, "B", float64(i), righted(want), 1e-4)
		}
	}
}

// TestDirectXStrangers: keys of a frame that the file does not have move nothing, and those of the others
// are played.
func TestDirectXStrangers(t *testing.T) {
	mirrored := exact.Matrix{0: -1, 5: 1, 10: 1}
	text, err := os.ReadFile(matrixKeys(t, []exact.Matrix{mirrored, mirrored.Mul(aboutAxis(1, 1))}))
	must.Do(t, err)
	at := strings.Index(string(text), "Animation {")
	own := strings.TrimSuffix(string(text[at:]), "}\n")
	stranger := strings.Replace(own, "{B}", "{Z}", 1)
	m := files.Load(t, store(t, "two.x", []byte(string(text[:at])+stranger+own+"}\n")))
	if m.Skeleton.Joint("Z") >= 0 || len(m.Clips) != 1 {
		t.Fatalf("joints %q, %d clips", m.Skeleton.Name, len(m.Clips))
	}
	sameJoint(t, m, "B", 1, righted(mirrored.Mul(aboutAxis(1, 1))), 1e-4)
}

// TestDirectXNothing: where a key is no size at all, the joint keeps its turn: it shrinks and grows
// without spinning.
func TestDirectXNothing(t *testing.T) {
	for _, side := range []float64{1, -1} {
		size := func(s float64) exact.Matrix { return exact.Matrix{0: side * s, 5: s, 10: s} }
		turned := aboutAxis(2, 2)
		m := files.Load(t, matrixKeys(t, []exact.Matrix{turned.Mul(size(1)), {}, turned.Mul(size(1)), turned.Mul(size(2))}))
		for time, s := range map[float64]float64{0: 1, 0.5: 0.5, 1: 0, 1.5: 0.5, 2: 1, 2.5: 1.5} {
			sameJoint(t, m, "B", time, righted(turned.Mul(size(s))), 1e-4)
		}
	}
}

// TestDirectXShear: a matrix key that shears is a loss with its size.
func TestDirectXShear(t *testing.T) {
	sheared := exact.Identity()
	sheared[1] = 0.25
	var r report.Report
	files.LoadWith(t, matrixKeys(t, []exact.Matrix{exact.Identity(), sheared}), importer.Options{Report: &r})
	if !hasFinding(&r, report.Loss, report.LostShear, "shear by up to") {
		t.Error(r.Findings)
	}
	// Keys that mirror throughout turn as they would unmirrored.
	var keys []exact.Matrix
	for i := range 3 {
		keys = append(keys, exact.Matrix{0: -1, 5: 1, 10: 1}.Mul(aboutAxis(1, float64(i))))
	}
	m := files.Load(t, matrixKeys(t, keys))
	sameJoint(t, m, "B", 0.5, righted(exact.Matrix{0: -1, 5: 1, 10: 1}.Mul(aboutAxis(1, 0.5))), 1e-4)
}
