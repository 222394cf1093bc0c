package importer

import (
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// placeOwn makes a joint of a node whose file states its own frame. Where children do not inherit
// its scale, or inherit it part by part, and it is more than a constant unit, a joint
// above it has its place and rotation alone, and these children.
func (b *rigBuilder) placeOwn(i int, f *ownFrame, from place) place {
	name := b.tree.nodes[i].name
	var factors []factor
	if from.after != exact.Identity() {
		factors = append(factors, newFactor(from.after))
	}
	factors = append(factors, from.pending[:len(from.pending)-from.helpers]...)
	parent := from.joint
	if p := f.above; p >= 0 && b.bare[p].joint != soa.NoJoint && b.place[p].joint == from.joint {
		parent = b.bare[p].joint
		if k := b.bare[p].scale; k != 1 {
			factors = append(factors, newFactor(exact.Scaling(1/k)))
		}
	}
	own := factorAt(&f.rest)
	for c := range b.clips {
		if ch := b.clips[c].byNode[i]; ch != nil {
			b.clips[c].bind(&own, c, len(b.clips), ch)
		}
	}
	first := len(b.joints)
	bare := bareFrame{scale: 1}
	if f.shared && (own.s.driven() || !isUniform(own.s.rest) || own.s.rest[0] == 0) {
		scale := factor{r: slot{rest: exact.IdentityQuat()}, s: own.s}
		own.s = slot{rest: [4]float64{1, 1, 1}}
		b.joints, bare.joint = foldChain(b.joints, name+splitSuffix, parent, append(factors, own))
		parent, factors, own = bare.joint, nil, scale
		b.split = append(b.split, name)
	} else {
		bare.scale = own.s.rest[0]
		bare.joint = soa.NoJoint
	}
	var j int
	b.joints, j = foldChain(b.joints, name, parent, append(factors, own))
	if bare.joint == soa.NoJoint {
		bare.joint = j
	}
	b.bare[i] = bare
	nodes := b.foldedNodes(i, from.helpers)
	for range len(b.joints) - first {
		b.nodes = append(b.nodes, nodes)
	}
	return place{joint: j, after: f.geometric, geo: exact.Identity()}
}

// bareFrame is a joint's frame without its scale: a joint, and the constant scale that
// the joint has.
type bareFrame struct {
	joint int
	scale float64
}

// reportSplit reports the nodes whose scale has a joint of its own.
func (b *rigBuilder) reportSplit() {
	if len(b.split) > 0 {
		b.report.Add(report.Info, report.InheritedScale, "", "children of %d joints (%s) do not inherit their matrix; %q joints above these have it without the scale",
			len(b.split), report.FirstNames(b.split), "…"+splitSuffix)
	}
}
