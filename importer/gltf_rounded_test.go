package importer_test

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

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
		m, r, err := loadText(t, fmt.Sprintf(`{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"name":"turned"}],
			"buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}],
			"bufferViews":[{"buffer":0,"byteLength":20},{"buffer":0,"byteOffset":20,"byteLength":%d}],
			"accessors":[{"bufferView":0,"componentType":5126,"count":%d,"type":"SCALAR","min":[0],"max":[4]},
				{"bufferView":1,"componentType":%d,"normalized":true,"count":%[4]d,"type":"VEC4"}],
			"animations":[{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]}]}`,
			len(data), base64.StdEncoding.EncodeToString(data), len(data)-20, keys, map[int]int{8: 5120, 16: 5122}[bits]))
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
