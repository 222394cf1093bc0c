//go:build cgo

package scene

import (
	"math"
	"sort"
	"strings"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/native/assimp"
)

// defaultRate is the ticks per second of a file that states none.
const defaultRate = 25

// animation is an aiAnimation with clean keys.
type animation struct {
	rate     float64
	channels map[string]*channel // by the name of the node they drive
	morphs   []morphChannel
}

type channel struct{ position, rotation, scaling []key }

type morphChannel struct {
	name   string        // without the "*index" of FBX
	target map[int][]key // weights of each target
}

// key is a value at a tick.
type key struct {
	tick  float64
	value [4]float64
}

func newAnimation(a assimp.Animation) animation {
	r := animation{rate: a.TicksPerSecond(), channels: make(map[string]*channel)}
	if !(r.rate > 0) || math.IsInf(r.rate, 0) {
		r.rate = defaultRate
	}
	for i := range a.Channels() {
		c := a.Channel(i)
		if r.channels[c.NodeName()] == nil {
			r.channels[c.NodeName()] = &channel{
				position: clean(vectors(c.Positions())), rotation: clean(quaternions(c.Rotations())), scaling: clean(vectors(c.Scalings())),
			}
		}
	}
	for i := range a.MorphChannels() {
		r.morphs = append(r.morphs, newMorphChannel(a.MorphChannel(i)))
	}
	return r
}

func newMorphChannel(c assimp.MorphChannel) morphChannel {
	m := morphChannel{target: make(map[int][]key)}
	m.name, _, _ = strings.Cut(c.Name(), "*")
	for k := range c.Keys() {
		mk := c.Key(k)
		for i, target := range mk.Values() {
			m.target[int(target)] = append(m.target[int(target)], key{mk.Time(), [4]float64{mk.Weights()[i]}})
		}
	}
	for t := range m.target {
		m.target[t] = clean(m.target[t])
	}
	return m
}

func vectors(keys []assimp.VectorKey) []key {
	var r []key
	for i := range keys {
		v := keys[i].Value
		r = append(r, key{keys[i].Time, [4]float64{float64(v[0]), float64(v[1]), float64(v[2])}})
	}
	return values(r)
}

// quaternions leaves out those without a direction.
func quaternions(keys assimp.QuatKeys) []key {
	var all, r []key
	for i := range keys.Len() {
		x, y, z, w := keys.Value(i)
		all = append(all, key{keys.Time(i), [4]float64{float64(x), float64(y), float64(z), float64(w)}})
	}
	for _, k := range values(all) {
		if q := oracle.Quat(k.value); q != (oracle.Quat{}) {
			r = append(r, key{k.tick, q.Unit()})
		}
	}
	return r
}

// clean drops what is not a number and sorts by time. Of several keys of one
// time the first and the last are the sides of a jump.
func clean(keys []key) []key {
	var r []key
	for _, k := range keys {
		sum := k.tick + k.value[0] + k.value[1] + k.value[2] + k.value[3]
		if sum-sum == 0 {
			r = append(r, k)
		}
	}
	sort.SliceStable(r, func(i, j int) bool { return r[i].tick < r[j].tick })
	return r
}

// values returns the values of keys that come as libassimp 6 hands over those of
// a glTF cubic: in-tangent, value and out-tangent, all of one time.
func values(keys []key) []key {
	if len(keys) == 0 || len(keys)%3 != 0 {
		return keys
	}
	var r []key
	for i := 0; i < len(keys); i += 3 {
		if keys[i].tick != keys[i+2].tick {
			return keys
		}
		r = append(r, keys[i+1])
	}
	return r
}

// valueAt returns the value of keys at a tick: held outside, else blended between
// the last key at or before it and the next one.
func valueAt(keys []key, tick float64, blend func(a, b [4]float64, s float64) [4]float64) [4]float64 {
	if tick < keys[0].tick {
		return keys[0].value
	}
	k := 0
	for k+1 < len(keys) && keys[k+1].tick <= tick {
		k++
	}
	if k+1 == len(keys) {
		return keys[k].value
	}
	s := (tick - keys[k].tick) / (keys[k+1].tick - keys[k].tick)
	return blend(keys[k].value, keys[k+1].value, s)
}

func lerp(a, b [4]float64, s float64) [4]float64 {
	for i := range a {
		a[i] += s * (b[i] - a[i])
	}
	return a
}

func slerp(a, b [4]float64, s float64) [4]float64 {
	return oracle.Quat(a).Slerp(oracle.Quat(b), s)
}
