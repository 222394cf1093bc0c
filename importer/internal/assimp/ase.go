package assimp

import (
	"bytes"
	"math"
	"strconv"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
)

// aseKey is a key of an ASE controller that curves: its time, a place and the parameters of its
// curve.
type aseKey struct {
	time  float64
	at    exact.Vec
	shape []float64
}

// reportASE reports curves of 3ds Max's ASCII files, which libassimp reads as straight: how many
// keys, and how far the places between them are off.
func (a *Format) reportASE() {
	text, err := a.Read()
	if err != nil {
		return
	}
	counts, off := aseCurves(bytes.ReplaceAll(text, []byte{0}, nil)) // of UTF-16
	if counts == [3]int{} {
		return
	}
	off *= 1000 * a.Report.MetresPerUnit
	a.Report.AddSized(report.Loss, report.LostInterpolation, "", report.Size{Value: off, Unit: "mm"},
		"its %d keys of translations, %d of rotations and %d of scales with TCB or Bézier curves are read as linear; translations are off by up to %.3g mm", counts[0], counts[1], counts[2], off)
}

// aseCurves counts the keys of curves, of translations, rotations and scales, and returns how far
// translations are from straight.
func aseCurves(text []byte) (counts [3]int, off float64) {
	var keys []aseKey
	bezier := false
	for len(text) > 0 {
		line := text
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		if bytes.IndexByte(line, '}') >= 0 {
			off, keys = math.Max(off, aseBend(keys, bezier)), keys[:0]
			continue
		}
		line = bytes.TrimSpace(line)
		if !bytes.HasPrefix(line, []byte("*CONTROL_")) {
			continue
		}
		for part, name := range [...]string{"POS", "ROT", "SCALE"} {
			for _, kind := range [...]string{"BEZIER", "TCB"} {
				if rest, ok := bytes.CutPrefix(line, []byte("*CONTROL_"+kind+"_"+name+"_KEY")); ok {
					if counts[part]++; part == 0 {
						keys, bezier = append(keys, aseKeyOf(rest)), kind == "BEZIER"
					}
				}
			}
		}
	}
	return counts, math.Max(off, aseBend(keys, bezier))
}

func aseKeyOf(line []byte) (k aseKey) {
	var v []float64
	for _, word := range bytes.Fields(line[:min(len(line), 1<<10)]) {
		x, err := strconv.ParseFloat(string(word), 64)
		if err != nil || math.Abs(x) > 1e12 {
			break
		}
		v = append(v, x)
	}
	if len(v) < 4 {
		return k
	}
	return aseKey{v[0], exact.Vec(v[1:4]), append(v[4:], make([]float64, 6)...)}
}

// aseBend returns the largest distance of a curve from the straight lines between its keys.
func aseBend(keys []aseKey, bezier bool) (off float64) {
	for i := 0; i+1 < len(keys); i++ {
		a, b := &keys[i], &keys[i+1]
		if a.shape == nil || b.shape == nil || !(b.time > a.time) {
			continue
		}
		delta := b.at.Sub(a.at)
		out, in := aseTangent(keys, i, 1), aseTangent(keys, i+1, -1)
		if bezier { // per tick
			out, in = exact.Vec(a.shape[3:6]).Scale(b.time-a.time), exact.Vec(b.shape[:3]).Scale(a.time-b.time)
		}
		for _, u := range [...]float64{0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875} {
			h2, h3, h4 := u*u*(3-float64(2*u)), u*(1-u)*(1-u), u*u*(u-1)
			off = math.Max(off, delta.Scale(h2-u).Add(out.Scale(h3)).Add(in.Scale(h4)).Length())
		}
	}
	return off
}

// aseTangent returns the tangent of a TCB key out of it, or with side −1 into it, over the span on
// that side.
func aseTangent(keys []aseKey, i int, side float64) exact.Vec {
	k := &keys[i]
	tension, continuity, bias := k.shape[0], float64(side*k.shape[1]), k.shape[2]
	var before, after exact.Vec
	first, last := i == 0, i == len(keys)-1
	if !first {
		before = k.at.Sub(keys[i-1].at)
	}
	if !last {
		after = keys[i+1].at.Sub(k.at)
	}
	switch {
	case first:
		return after.Scale(1 - tension)
	case last:
		return before.Scale(1 - tension)
	}
	sum := before.Scale((1 - tension) * (1 + continuity) * (1 + bias)).Add(after.Scale((1 - tension) * (1 - continuity) * (1 - bias)))
	whole, span := keys[i+1].time-keys[i-1].time, keys[i+1].time-k.time
	if side < 0 {
		span = k.time - keys[i-1].time
	}
	if !(whole > 0) {
		return sum.Scale(0.5)
	}
	return sum.Scale(span / whole)
}
