package importer_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
)

// colladaForm is how a Collada file spells a scene.
type colladaForm struct {
	parts bool    // translate, rotate and scale elements instead of matrices
	up    string  // Y_UP where empty
	meter float64 // metres per unit, 1 where 0
	curve string  // the interpolation of every key, LINEAR where empty
}

func (s *made) collada(t testing.TB, form colladaForm) string {
	t.Helper()
	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	up, meter := form.up, form.meter
	if up == "" {
		up = "Y_UP"
	}
	if meter == 0 {
		meter = 1
	}
	p(`<?xml version="1.0" encoding="utf-8"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">`)
	p(`<asset><unit name="unit" meter="%v"/><up_axis>%s</up_axis></asset>`, meter, up)
	s.colladaLights(p)
	s.colladaMeshes(p)
	s.colladaSkins(p)
	s.colladaAnimations(p, form)
	p(`<library_visual_scenes><visual_scene id="scene" name="scene">`)
	for i := range s.nodes {
		if s.nodes[i].parent < 0 {
			s.colladaNode(p, i, form)
		}
	}
	p(`</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#scene"/></scene></COLLADA>`)
	return store(t, "made.dae", b.Bytes())
}

func (s *made) colladaLights(p func(string, ...any)) {
	for i := range s.nodes {
		if s.nodes[i].camera {
			p(`<library_cameras><camera id="camera%d"><optics><technique_common><perspective><xfov>40</xfov><aspect_ratio>1</aspect_ratio><znear>0.1</znear><zfar>100</zfar></perspective></technique_common></optics></camera></library_cameras>`, i)
		}
		if s.nodes[i].light {
			p(`<library_lights><light id="light%d"><technique_common><point><color>1 1 1</color></point></technique_common></light></library_lights>`, i)
		}
	}
}

func numbers[V ~[3]float64 | ~[12]float64](rows ...V) string {
	var out []string
	for _, r := range rows {
		for c := range len(r) {
			out = append(out, fmt.Sprintf("%.9g", r[c]))
		}
	}
	return strings.Join(out, " ")
}

// rows4 is a matrix as Collada lists it.
func rows4(m exact.Matrix) string { return numbers(m) + " 0 0 0 1" }

func (s *made) colladaMeshes(p func(string, ...any)) {
	if len(s.meshes) == 0 {
		return
	}
	p(`<library_geometries>`)
	for i, m := range s.meshes {
		p(`<geometry id="mesh%d" name="mesh%d"><mesh><source id="mesh%d-p"><float_array id="mesh%d-a" count="%d">%s</float_array>`, i, i, i, i, 3*len(m.position), numbers(m.position...))
		p(`<technique_common><accessor source="#mesh%d-a" count="%d" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>`, i, len(m.position))
		p(`<vertices id="mesh%d-v"><input semantic="POSITION" source="#mesh%d-p"/></vertices>`, i, i)
		var corners []string
		for v := range m.position {
			corners = append(corners, fmt.Sprint(v))
		}
		p(`<triangles count="%d"><input semantic="VERTEX" source="#mesh%d-v" offset="0"/><p>%s</p></triangles></mesh></geometry>`, len(corners)/3, i, strings.Join(corners, " "))
	}
	p(`</library_geometries>`)
}

// colladaSkins writes a controller for every node with a skin.
func (s *made) colladaSkins(p func(string, ...any)) {
	if len(s.skins) == 0 {
		return
	}
	p(`<library_controllers>`)
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.skin == 0 {
			continue
		}
		skin, mesh := &s.skins[n.skin-1], &s.meshes[n.mesh-1]
		var names, inverse, weights, counts, pairs []string
		for k, b := range skin.bones {
			names = append(names, fmt.Sprintf("s%d", b))
			m, _ := skin.bind[k].Inverse()
			inverse = append(inverse, rows4(m))
		}
		for v := range mesh.weights {
			list := mesh.listed(v)
			for _, w := range list {
				pairs = append(pairs, fmt.Sprintf("%d %d", w.bone, len(weights)))
				weights = append(weights, fmt.Sprintf("%.9g", w.weight))
			}
			counts = append(counts, fmt.Sprint(len(list)))
		}
		p(`<controller id="skin%d"><skin source="#mesh%d"><bind_shape_matrix>%s</bind_shape_matrix>`, i, n.mesh-1, rows4(skin.shape))
		p(`<source id="skin%d-j"><Name_array id="skin%d-ja" count="%d">%s</Name_array><technique_common><accessor source="#skin%d-ja" count="%d" stride="1"><param name="JOINT" type="name"/></accessor></technique_common></source>`, i, i, len(names), strings.Join(names, " "), i, len(names))
		p(`<source id="skin%d-b"><float_array id="skin%d-ba" count="%d">%s</float_array><technique_common><accessor source="#skin%d-ba" count="%d" stride="16"><param name="TRANSFORM" type="float4x4"/></accessor></technique_common></source>`, i, i, 16*len(inverse), strings.Join(inverse, " "), i, len(inverse))
		p(`<source id="skin%d-w"><float_array id="skin%d-wa" count="%d">%s</float_array><technique_common><accessor source="#skin%d-wa" count="%d" stride="1"><param name="WEIGHT" type="float"/></accessor></technique_common></source>`, i, i, len(weights), strings.Join(weights, " "), i, len(weights))
		p(`<joints><input semantic="JOINT" source="#skin%d-j"/><input semantic="INV_BIND_MATRIX" source="#skin%d-b"/></joints>`, i, i)
		p(`<vertex_weights count="%d"><input semantic="JOINT" source="#skin%d-j" offset="0"/><input semantic="WEIGHT" source="#skin%d-w" offset="1"/><vcount>%s</vcount><v>%s</v></vertex_weights></skin></controller>`, len(counts), i, i, strings.Join(counts, " "), strings.Join(pairs, " "))
	}
	p(`</library_controllers>`)
}

func (s *made) colladaNode(p func(string, ...any), i int, form colladaForm) {
	n := &s.nodes[i]
	name := ""
	if n.name != "" {
		name = fmt.Sprintf(` name=%q`, n.name)
	}
	p(`<node id="n%d" sid="s%d" type="JOINT"%s>`, i, i, name)
	if n.matrix != nil || !form.parts {
		p(`<matrix sid="m">%s</matrix>`, rows4(n.local(-1)))
	} else {
		p(`<translate sid="t">%s</translate>`, numbers(n.t))
		for c := 2; c >= 0; c-- {
			var axis exact.Vec
			axis[c] = 1
			p(`<rotate sid="r%c">%s %v</rotate>`, "XYZ"[c], numbers(axis), n.r[c])
		}
		p(`<scale sid="s">%s</scale>`, numbers(fbxfile.OrOne(n.s)))
	}
	switch {
	case n.skin > 0:
		p(`<instance_controller url="#skin%d"><skeleton>#n%d</skeleton></instance_controller>`, i, s.skins[n.skin-1].bones[0])
	case n.mesh > 0:
		p(`<instance_geometry url="#mesh%d"/>`, n.mesh-1)
	}
	if n.camera {
		p(`<instance_camera url="#camera%d"/>`, i)
	}
	if n.light {
		p(`<instance_light url="#light%d"/>`, i)
	}
	for k := range s.nodes {
		if s.nodes[k].parent == i {
			s.colladaNode(p, k, form)
		}
	}
	p(`</node>`)
}

func (s *made) colladaAnimations(p func(string, ...any), form colladaForm) {
	if s.frames < 2 {
		return
	}
	p(`<library_animations>`)
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.move == nil && n.turn == nil && n.size == nil {
			continue
		}
		if !form.parts {
			var rows []string
			for f := range s.frames {
				rows = append(rows, rows4(n.local(f)))
			}
			s.colladaChannel(p, form.curve, fmt.Sprintf("n%d", i), "m", "TRANSFORM", "float4x4", 16, rows)
			continue
		}
		vectors := func(values []exact.Vec) (rows []string) {
			for _, v := range values {
				rows = append(rows, numbers(v))
			}
			return rows
		}
		if n.move != nil {
			s.colladaChannel(p, form.curve, fmt.Sprintf("n%d", i), "t", "X", "float", 3, vectors(n.move))
		}
		for c := range 3 {
			if n.turn == nil {
				break
			}
			var rows []string
			for _, v := range n.turn {
				rows = append(rows, fmt.Sprintf("%.9g", v[c]))
			}
			s.colladaChannel(p, form.curve, fmt.Sprintf("n%d", i), fmt.Sprintf("r%c.ANGLE", "XYZ"[c]), "ANGLE", "float", 1, rows)
		}
		if n.size != nil {
			s.colladaChannel(p, form.curve, fmt.Sprintf("n%d", i), "s", "X", "float", 3, vectors(n.size))
		}
	}
	p(`</library_animations>`)
}

// colladaChannel writes one animation: linear keys on every frame.
func (s *made) colladaChannel(p func(string, ...any), curve, node, target, param, kind string, stride int, rows []string) {
	if curve == "" {
		curve = "LINEAR"
	}
	id := strings.NewReplacer("/", "-", ".", "-").Replace(node + "-" + target)
	var times, linear []string
	for f := range s.frames {
		times, linear = append(times, fmt.Sprintf("%.9g", float64(f)/s.rate)), append(linear, curve)
	}
	n := s.frames
	params := fmt.Sprintf(`<param name=%q type=%q/>`, param, kind)
	if stride == 3 {
		params = `<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>`
	}
	p(`<animation id="%s"><source id="%s-i"><float_array id="%s-ia" count="%d">%s</float_array><technique_common><accessor source="#%s-ia" count="%d" stride="1"><param name="TIME" type="float"/></accessor></technique_common></source>`, id, id, id, n, strings.Join(times, " "), id, n)
	p(`<source id="%s-o"><float_array id="%s-oa" count="%d">%s</float_array><technique_common><accessor source="#%s-oa" count="%d" stride="%d">%s</accessor></technique_common></source>`, id, id, n*stride, strings.Join(rows, " "), id, n, stride, params)
	p(`<source id="%s-l"><Name_array id="%s-la" count="%d">%s</Name_array><technique_common><accessor source="#%s-la" count="%d" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>`, id, id, n, strings.Join(linear, " "), id, n)
	p(`<sampler id="%s-s"><input semantic="INPUT" source="#%s-i"/><input semantic="OUTPUT" source="#%s-o"/><input semantic="INTERPOLATION" source="#%s-l"/></sampler><channel source="#%s-s" target="%s/%s"/></animation>`, id, id, id, id, id, node, target)
}
