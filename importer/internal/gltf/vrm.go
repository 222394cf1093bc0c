package gltf

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/soa"
)

// Kept lists the nodes of the tree that an avatar's springs, constraints and bones are
// about, which stay joints though they move nothing yet, and a root that is alone.
func (g *Format) Kept() (list []int) {
	if g.own.Joints || len(g.Doc.Roots) == 0 {
		return g.Limbs()
	}
	for n := range g.Doc.Nodes {
		if i, ok := g.nodes[n]; ok && g.Doc.Nodes[n].Own.Joint {
			list = append(list, i)
		}
	}
	if g.Doc.VRM == nil {
		return list
	}
	v := g.Doc.VRM
	add := func(n int) {
		if i, ok := g.nodes[n]; ok {
			list = append(list, i)
		}
	}
	for _, b := range v.Bones {
		add(b.Node.Joint)
	}
	for _, c := range v.Constraints {
		add(c.Node.Joint)
		add(c.Source.Joint)
	}
	for _, s := range v.Springs {
		if s.Tail != nil {
			add(s.Tail.Joint)
		}
		for _, j := range s.Joints {
			add(j.Node.Joint)
		}
		for _, k := range s.Colliders {
			if k >= 0 && k < len(v.Colliders) {
				add(v.Colliders[k].Node.Joint)
			}
		}
	}
	return list
}

// mostWrong bounds the messages about parts of an avatar that are left out.
const mostWrong = 100

// Avatar returns what the file says of an avatar, or nil. joint returns the joint of a node of
// the tree, or −1.
func (g *Format) Avatar(joint func(node int) int) *soa.Avatar {
	if g.Doc.VRM == nil {
		return nil
	}
	a := &g.Doc.VRM.Avatar
	a.Name = source.Stem(g.Base)
	a.Nodes(func(n *soa.AvatarNode) {
		n.Name = fmt.Sprintf("node %d", n.Joint)
		if n.Joint >= 0 && n.Joint < len(g.Doc.Nodes) {
			n.Name = g.names[n.Joint]
		}
		if i, ok := g.nodes[n.Joint]; ok {
			n.Joint = joint(i)
		} else {
			n.Joint = soa.NoJoint
		}
	})
	a.Scale(g.Settings.Scale)
	for _, err := range a.DropInvalid() {
		if len(a.Wrong) < mostWrong {
			a.Wrong = append(a.Wrong, err.Error())
		}
	}
	return a
}
