package importer_test

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	seeds "github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// TestGLTFRoundedRotations: rotations that integers round are rotations alone, also those about an axis
// of coordinates, where a file of float32 that are as short would have a scale; and nothing is reported.
func TestGLTFRoundedRotations(t *testing.T) {
	const keys = 5
	for s := range seeds.Cases(t, 60) {
		random := rand.New(rand.NewPCG(s, 1))
		axis, bits := random.IntN(3), 8<<random.IntN(2)
		var data []byte
		for k := range keys {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(k)))
		}
		var want [keys]exact.Quat
		top := math.Ldexp(1, bits-1) - 1
		for k := range want {
			sin, cos := math.Sincos(random.Float64() * math.Pi / 2)
			want[k][axis], want[k][3] = math.Round(sin*top), math.Round(cos*top)
			for _, x := range want[k] {
				data = binary.LittleEndian.AppendUint16(data, uint16(int16(x)))
				if bits == 8 {
					data = append(data[:len(data)-2], byte(int8(x)))
				}
			}
			want[k] = want[k].Unit()
		}
		text := turnedNode(data, keys, map[int]int{8: 5120, 16: 5122}[bits], "LINEAR")
		m, r, err := loadText(t, text, importer.Options{})
		must.Do(t, err)
		for _, f := range r.Findings {
			if f.Kind == report.RotationLength {
				t.Errorf("%v", f)
			}
		}
		c := m.Clips[0]
		for i, track := range c.Tracks {
			if track.Property != soa.Rotation {
				t.Errorf("%d bits: track %d drives property %v", bits, i, track.Property)
				continue
			}
			for k := range want {
				at := int(track.First) + k
				if off := want[k].Distance(exact.Widen([4]float32{c.X[at], c.Y[at], c.Z[at], c.W[at]})); !(off < 1e-6) {
					t.Errorf("%d bits: key %d is off by %v", bits, k, off)
				}
			}
		}
	}
}

// TestGLTFHeldSpline: a spline that holds a rotation whose keys are not quite of unit length is that
// rotation.
func TestGLTFHeldSpline(t *testing.T) {
	for s := range seeds.Cases(t, 20) {
		random := rand.New(rand.NewPCG(s, 2))
		keys, length := 1+random.IntN(3), 1+1e-3*(random.Float64()-0.5)
		want := exact.Quat{random.Float64(), random.Float64() - 2, random.Float64() - 0.5, 1}.Unit()
		row := make([]float64, keys, keys+12*keys)
		for k := range keys {
			row[k] = float64(k)
			row = append(row, 0, 0, 0, 0, length*want[0], length*want[1], length*want[2], length*want[3], 0, 0, 0, 0)
		}
		var data []byte
		for _, x := range row {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(x)))
		}
		m, _, err := loadText(t, turnedNode(data, keys, 5126, "CUBICSPLINE"), importer.Options{})
		must.Do(t, err)
		q := exact.NewSkeleton(m, nil).Rest.Q[0]
		if c := m.Clips[0]; len(c.Tracks) > 0 {
			q = exact.Widen([4]float32{c.X[0], c.Y[0], c.Z[0], c.W[0]})
		}
		if off := want.Distance(q); !(off < 1e-6) {
			t.Errorf("%d keys of length %v: off by %v", keys, length, off)
		}
	}
}

// turnedNode is a glTF file of a node with rotation keys 0, 1, 2, … s, whose times and values are data.
func turnedNode(data []byte, keys, component int, interpolation string) string {
	rows := keys
	if interpolation == "CUBICSPLINE" {
		rows = 3 * keys
	}
	return fmt.Sprintf(`{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"name":"turned"}],
		"buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}],
		"bufferViews":[{"buffer":0,"byteLength":%d},{"buffer":0,"byteOffset":%[3]d,"byteLength":%d}],
		"accessors":[{"bufferView":0,"componentType":5126,"count":%d,"type":"SCALAR","min":[0],"max":[%d]},
			{"bufferView":1,"componentType":%d,"normalized":%v,"count":%d,"type":"VEC4"}],
		"animations":[{"samplers":[{"input":0,"output":1,"interpolation":%q}],"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]}]}`,
		len(data), base64.StdEncoding.EncodeToString(data), 4*keys, len(data)-4*keys, keys, keys-1, component, component != 5126, rows, interpolation)
}
