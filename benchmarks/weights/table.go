//go:build cgo

package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// height is the longest side of the box around the meshes, where their rest pose puts them.
func height(m *soa.Model) float64 {
	rest := exact.NewSkeleton(m, nil).Rest.Global
	low := exact.Vec{math.Inf(1), math.Inf(1), math.Inf(1)}
	high := low.Scale(-1)
	for _, mesh := range m.Meshes {
		skin := m.Skins[mesh.Skin]
		for v := range mesh.Vertices() { // by the first joint: near enough for a scale
			entry := mesh.BoneIndex[v*mesh.Influences]
			to := rest[skin.Joint[entry]].Mul(exact.FromFloat32(skin.InverseBind[entry]))
			p := to.Point(exact.WidenVec([3]float32(mesh.Position[3*v : 3*v+3])))
			for k, x := range p {
				low[k], high[k] = min(low[k], x), max(high[k], x)
			}
		}
	}
	side := high.Sub(low)
	return max(side[0], side[1], side[2])
}

// String returns the row as a line of the table.
func (r row) String() string {
	least := slices.Min(r.Mean)
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | %d | %d | %d |", r.Name, r.Vertices, r.Joints, r.Clips)
	for k := range r.Mean {
		mean := fmt.Sprintf("%.1f", r.Mean[k])
		if r.Mean[k] == least {
			mean = "**" + mean + "**"
		}
		fmt.Fprintf(&b, " %s / %.0f |", mean, r.Worst[k])
	}
	b.WriteString("\n")
	return b.String()
}

// table returns all rows and their means.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| mean / largest, mm | vertices | joints | clips |")
	methods := rig.Methods()
	for _, m := range methods {
		fmt.Fprintf(&b, " %v |", m)
	}
	b.WriteString("\n|---" + strings.Repeat("|---:", 3+len(methods)) + "|\n")
	all := row{Name: "all, on average", Mean: make([]float64, len(methods)), Worst: make([]float64, len(methods))}
	for _, r := range rows {
		b.WriteString(r.String())
		all.Vertices, all.Joints, all.Clips = all.Vertices+r.Vertices, all.Joints+r.Joints, all.Clips+r.Clips
		for k := range methods {
			all.Mean[k] += r.Mean[k] / float64(len(rows))
			all.Worst[k] += r.Worst[k] / float64(len(rows))
		}
	}
	b.WriteString(all.String())
	return b.String()
}
