// Package manyjoints makes models with many joints and a clip that drives each of them:
// what functions do with files that are made to take long.
package manyjoints

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Shape says how joints are connected.
type Shape uint8

const (
	Chain Shape = iota // each joint of the one before it
	Star               // all of the first joint
)

func (s Shape) String() string { return [...]string{"chain", "star"}[s] }

// Model returns a model of a number of joints, one of them a root, with a clip of one second
// that rotates each, with a number of keys at times that no other joint has.
func Model(shape Shape, joints, keys int) *soa.Model {
	k := &soa.Skeleton{Rest: soa.MakeTransforms(joints)}
	for j := range joints {
		parent, unit := shape.parent(j), float32(1)
		k.Parent, k.Name, k.Unit = append(k.Parent, int16(parent)), append(k.Name, name(j)), append(k.Unit, unit)
		place := shape.place(j, joints)
		k.Rest.TX[j], k.Rest.TY[j] = place[0], place[1]
	}
	k.ComputeDepth()
	c := &soa.Clip{Name: "move", TicksPerSecond: 1, Duration: 1}
	for j := range joints {
		c.Tracks = append(c.Tracks, soa.Track{Target: int16(j), Property: soa.Rotation, First: uint32(len(c.Time))})
		for i := range keys {
			q := rotation(shape, j, i, joints)
			c.Time = append(c.Time, time(j, i, joints, keys))
			c.X, c.Y, c.Z, c.W = append(c.X, 0), append(c.Y, 0), append(c.Z, q[2]), append(c.W, q[3])
		}
	}
	return &soa.Model{Name: shape.String(), Skeleton: k, Clips: []*soa.Clip{c}}
}

// Share gives the joints of a model the key times of the first one.
func Share(m *soa.Model) {
	for _, c := range m.Clips {
		_, keys := c.Keys(0)
		for k := range c.Time {
			c.Time[k] = c.Time[k%keys]
		}
	}
}

func name(j int) string { return fmt.Sprintf("joint%05d", j) }

func (s Shape) parent(j int) int {
	if s == Star {
		return min(0, j-1)
	}
	return j - 1
}

// place is a joint's place under its parent: a chain of ten metres, a star of one.
func (s Shape) place(j, joints int) [2]float32 {
	switch {
	case j == 0:
		return [2]float32{}
	case s == Chain:
		return [2]float32{10 / float32(joints), 0}
	}
	sin, cos := math.Sincos(float64(j))
	return [2]float32{float32(cos), float32(sin)}
}

// rotation is the value of key i of a joint: a chain bends by half a turn in all.
func rotation(s Shape, j, i, joints int) [4]float32 {
	angle := math.Sin(float64(3*i + j))
	if s == Chain {
		angle /= float64(joints)
	}
	sin, cos := math.Sincos(angle / 2)
	return [4]float32{0, 0, float32(sin), float32(cos)}
}

// time is that of key i of a joint. The first and last are those of the clip.
func time(j, i, joints, keys int) float32 {
	if i == 0 || i == keys-1 {
		return float32(i / max(keys-1, 1))
	}
	return (float32(i) + float32(j)/float32(joints)*0.5) / float32(keys-1)
}

// GLB returns the same model as a binary glTF file.
func GLB(shape Shape, joints, keys int) []byte { return NamedGLB(shape, joints, keys, name) }

// NamedGLB is GLB with other names of joints.
func NamedGLB(shape Shape, joints, keys int, name func(joint int) string) []byte {
	m := Model(shape, joints, keys)
	k, c := m.Skeleton, m.Clips[0]
	var bin []byte
	put := func(v ...float32) {
		for _, x := range v {
			bin = binary.LittleEndian.AppendUint32(bin, math.Float32bits(x))
		}
	}
	type object = map[string]any
	nodes, children := make([]object, joints), make([][]int, joints)
	var views, accessors, samplers, channels []object
	accessor := func(from, count int, kind string) int {
		views = append(views, object{"buffer": 0, "byteOffset": from, "byteLength": len(bin) - from})
		a := object{"bufferView": len(views) - 1, "componentType": 5126, "count": count, "type": kind}
		if kind == "SCALAR" {
			a["min"], a["max"] = []float32{0}, []float32{1}
		}
		accessors = append(accessors, a)
		return len(accessors) - 1
	}
	for j, p := range k.Parent {
		nodes[j] = object{"name": name(j), "translation": []float32{k.Rest.TX[j], k.Rest.TY[j], 0}}
		if p >= 0 {
			children[p] = append(children[p], j)
		}
		first, end := c.Keys(j)
		from := len(bin)
		put(c.Time[first:end]...)
		in := accessor(from, end-first, "SCALAR")
		from = len(bin)
		for i := first; i < end; i++ {
			put(c.X[i], c.Y[i], c.Z[i], c.W[i])
		}
		samplers = append(samplers, object{"input": in, "output": accessor(from, end-first, "VEC4")})
		channels = append(channels, object{"sampler": j, "target": object{"node": j, "path": "rotation"}})
	}
	for j, list := range children {
		if list != nil {
			nodes[j]["children"] = list
		}
	}
	text, err := json.Marshal(object{
		"asset": object{"version": "2.0"}, "scene": 0, "scenes": []object{{"nodes": []int{0}}}, "nodes": nodes,
		"animations": []object{{"name": c.Name, "samplers": samplers, "channels": channels}},
		"accessors":  accessors, "bufferViews": views, "buffers": []object{{"byteLength": len(bin)}},
	})
	if err != nil {
		panic(err) // all of it is ours
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	file := []byte("glTF\x02\x00\x00\x00")
	file = binary.LittleEndian.AppendUint32(file, uint32(12+8+len(text)+8+len(bin)))
	file = append(binary.LittleEndian.AppendUint32(file, uint32(len(text))), "JSON"...)
	file = append(file, text...)
	file = append(binary.LittleEndian.AppendUint32(file, uint32(len(bin))), "BIN\x00"...)
	return append(file, bin...)
}
