package exporter_test

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// otherClips returns a model whose last clip plays at half its speed, or nil.
func otherClips(of *soa.Model) *soa.Model {
	if len(of.Clips) == 0 {
		return nil
	}
	m := *of
	m.Clips = slices.Clone(m.Clips)
	c := *m.Clips[len(m.Clips)-1]
	c.Time, c.In, c.Out = slices.Clone(c.Time), slices.Clone(c.In), slices.Clone(c.Out)
	c.Duration *= 2
	for k := range c.Time {
		c.Time[k] *= 2
	}
	for k := range c.In {
		for e := range c.In[k] {
			c.In[k][e], c.Out[k][e] = c.In[k][e]/2, c.Out[k][e]/2
		}
	}
	m.Clips[len(m.Clips)-1] = &c
	return &m
}

// otherInfluences returns a model of which every second mesh has other influences, or nil.
func otherInfluences(of *soa.Model) *soa.Model {
	if len(of.Skins) == 0 {
		return nil
	}
	m := *of
	m.Meshes = slices.Clone(m.Meshes)
	for i, mesh := range m.Meshes {
		if mesh.Skin == soa.None || i%2 == 1 {
			continue
		}
		other := *mesh
		other.BoneIndex, other.BoneWeight, other.Exact = slices.Clone(mesh.BoneIndex), slices.Clone(mesh.BoneWeight), nil
		for v := range other.Vertices() { // by the first joint and the one after it
			row, bones := other.BoneWeight[v*other.Influences:][:other.Influences], other.BoneIndex[v*other.Influences:]
			clear(row)
			bones[1] = uint16((int(bones[0]) + 1) % m.Skins[mesh.Skin].Len())
			if row[0] = 1; bones[1] != bones[0] {
				row[0], row[1] = 0.75, 0.25
			}
		}
		m.Meshes[i] = &other
	}
	return &m
}

// otherSkeleton returns a model with a joint at another place, and new ones below it, below the first and below a new
// one; or nil.
func otherSkeleton(of *soa.Model) *soa.Model {
	if of.Skeleton.Len() == 0 || of.Avatar != nil {
		return nil
	}
	m, k := *of, *of.Skeleton
	n := k.Len()
	at := n - 1
	if len(m.Skins) > 0 { // not the node of a skinned mesh
		at = int(m.Skins[0].Joint[len(m.Skins[0].Joint)-1])
	}
	added := []int{at, 0, n} // what new joints are below: the last of them below another new one
	k.Rest = soa.MakeTransforms(n + len(added))
	for i, to := range lists(&k.Rest) {
		copy(to, lists(&of.Skeleton.Rest)[i])
	}
	k.Name, k.Parent, k.Unit = slices.Clone(k.Name), slices.Clone(k.Parent), slices.Clone(k.Unit)
	for i, parent := range added {
		k.Name, k.Parent, k.Unit = append(k.Name, fmt.Sprint("added ", i)), append(k.Parent, int16(parent)), append(k.Unit, 1)
		k.Rest.TY[n+i] = 0.125
	}
	k.Rest.TX[at] += 0.01
	k.ComputeDepth()
	m.Skeleton = &k
	return &m
}

// lists returns the arrays of transforms.
func lists(t *soa.Transforms) [][]float32 {
	return [][]float32{t.TX, t.TY, t.TZ, t.RX, t.RY, t.RZ, t.RW, t.SX, t.SY, t.SZ}
}
