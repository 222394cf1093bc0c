package rig

import (
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// placeOwn makes a joint of a node whose frame the file states. If some children inherit none of
// its scale, or inherit it per component, and the scale is not a constant unit, the node gets an
// additional parent joint with its translation and rotation only, and these children attach to
// that.
func (b *rigBuilder) placeOwn(i int, f *scene.OwnFrame, from place) place {
	name := b.Tree.Nodes[i].Name
	var factors []track.Factor
	if from.after != exact.Identity() {
		factors = append(factors, track.NewFactor(from.after))
	}
	factors = append(factors, from.pending[:len(from.pending)-from.helpers]...)
	parent := from.Joint
	if p := f.Above; p >= 0 && b.bare[p].joint != soa.NoJoint && b.Place[p].Joint == from.Joint {
		parent = b.bare[p].joint
		if k := b.bare[p].scale; k != 1 {
			factors = append(factors, track.NewFactor(exact.Scaling(1/k)))
		}
	}
	own := factorAt(&f.Rest)
	for _, c := range b.driven[i] {
		b.bind(&own, c, i, b.clips[c].ByNode[i])
	}
	first := len(b.Joints)
	bare := bareFrame{scale: 1}
	if f.Shared && (own.S.Driven() || !track.IsUniform(own.S.Rest) || own.S.Rest[0] == 0) {
		scale := track.Factor{R: track.Slot{Rest: exact.IdentityQuat()}, S: own.S}
		own.S = track.Slot{Rest: [4]float64{1, 1, 1}}
		b.Joints, bare.joint = track.Fold(b.Joints, name+track.SplitSuffix, parent, append(factors, own))
		parent, factors, own = bare.joint, nil, scale
		b.split = append(b.split, name)
	} else {
		bare.scale = own.S.Rest[0]
		bare.joint = soa.NoJoint
	}
	var j int
	b.Joints, j = track.Fold(b.Joints, name, parent, append(factors, own))
	if bare.joint == soa.NoJoint {
		bare.joint = j
	}
	b.bare[i] = bare
	nodes := b.foldedNodes(i, from.helpers)
	for range len(b.Joints) - first {
		b.Nodes = append(b.Nodes, nodes)
	}
	return place{Joint: j, after: f.Geometric, geo: exact.Identity()}
}

// bareFrame is a joint's frame without its constant scale.
type bareFrame struct {
	joint int
	scale float64
}

// reportSplit reports the nodes whose scale is in a separate joint.
func (b *rigBuilder) reportSplit() {
	if len(b.split) > 0 {
		b.Report.Add(report.Info, report.InheritedScale, "", "children of %d joints (%s) do not inherit their matrix; additional parent joints %q hold it without the scale",
			len(b.split), report.FirstNames(b.split), "…"+track.SplitSuffix)
	}
}
