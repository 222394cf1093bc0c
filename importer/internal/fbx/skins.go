package fbx

import (
	"errors"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/soa"
)

// deformer is a mesh's skin as the FBX file states it.
type deformer struct {
	scene.Skin                // Own if libassimp omits influences or misassigns them
	model      int            // of the mesh
	parts      []*fbx.Skin    // applied to the mesh in sequence
	clusters   []*fbx.Cluster // of all parts, per bone
	boneless   int
	told       bool // reportLinks has run

	// Set when the points are read: the influences of each point, if Own, and the weights of dual
	// quaternion skinning, if the skin blends both methods.
	points *pointGrid
	rows   [][]boneWeight
	blend  fbx.PointWeights
	// The polygons, if positions do not identify points, and the result for the last mesh.
	polygons *polygons
	next     int // the expected part by material of libassimp's next mesh
	of       *scene.Mesh
	exact    []int32
}

// ReadSkins reads the file's models, and its skins by the nodes of their meshes.
func (o *Format) ReadSkins() error {
	if o.err != nil {
		return nil
	}
	if err := o.readScene(); err != nil {
		return err
	}
	s := o.scene
	o.reportPointCaches()
	o.reportSplines()
	skins := o.file.Skins(s.Scene)
	if len(skins) == 0 {
		return nil
	}
	b := skinBinder{Format: o}
	o.skins, o.numbers = make(map[int]*deformer), o.Settings.Bounds.Vertices
	for i := range skins {
		for _, m := range skins[i].Models {
			if node := s.node[m]; node >= 0 {
				b.add(node, m, &skins[i])
			}
		}
	}
	for node := range o.Tree.Nodes {
		skin := o.skins[node]
		if skin == nil {
			continue
		}
		skin.Own = skin.Own || len(skin.Bones) > 0 && !o.carriesBones(node)
		if skin.boneless > 0 {
			o.Report.Add(report.Loss, report.LostSkin, o.Tree.Nodes[node].Name, "%d clusters of its skin have no bone; left out", skin.boneless)
		}
	}
	return nil
}

// reportSplines reports splines and surfaces without triangles.
func (o *Format) reportSplines() {
	models := o.file.Splines(o.scene.Scene)
	if len(models) == 0 {
		return
	}
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = o.scene.Models[m].Name
	}
	o.Report.Add(report.Loss, report.NoTriangles, names[0], "%d splines and spline surfaces (%s) without triangles left out", len(models), report.FirstNames(names))
}

// reportPointCaches reports meshes animated by point cache files.
func (o *Format) reportPointCaches() {
	told := make(map[int]bool)
	for _, c := range o.file.PointCaches(o.scene.Scene) {
		for _, m := range c.Models {
			if node := o.scene.node[m]; node >= 0 && !told[node] {
				told[node] = true
				o.Report.Add(report.Loss, report.PointCacheFile, o.Tree.Nodes[node].Name, "its point cache %q is not played", c.Name)
			}
		}
	}
}

// carriesBones reports whether a mesh of a node has bones in libassimp's scene.
func (o *Format) carriesBones(node int) bool {
	return slices.ContainsFunc(o.Tree.Nodes[node].Meshes, func(k uint32) bool { return len(o.Input.Scene.Meshes[k].Bones) > 0 })
}

// skinBinder is the state of ReadSkins.
type skinBinder struct {
	*Format
	pose map[int]exact.Matrix // global matrices from the file's bind poses, once read
}

// add adds a skin to the mesh of a node.
func (b *skinBinder) add(node, model int, from *fbx.Skin) {
	skin := b.skins[node]
	if skin == nil {
		skin = &deformer{model: model}
		skin.ByNode = make(map[int]int)
		b.skins[node] = skin
	}
	skin.parts = append(skin.parts, from)
	skin.boneless += from.Boneless
	skin.Own = skin.Own || len(skin.parts) > 1 || from.Mode != fbx.Normalize
	lost := boundAt{from: make(map[string][]string)}
	for i := range from.Clusters {
		c := &from.Clusters[i]
		var bone scene.Bone
		if c.Bone != fbx.SceneRoot {
			bone.Node = b.scene.node[c.Bone]
		}
		if bone.Node < 0 {
			skin.boneless++
			continue
		}
		bone.Offset = b.offset(c, model, &lost).Mul(b.scene.Models[model].Geometric)
		// libassimp omits clusters without these matrices, and has no bone for the scene, nor any
		// bone twice.
		_, twice := skin.ByNode[bone.Node]
		skin.Own = skin.Own || !c.Transform.Known || !c.Link.Known || c.Bone == fbx.SceneRoot || twice
		if !twice {
			skin.ByNode[bone.Node] = len(skin.Bones)
		}
		skin.Bones, skin.clusters = append(skin.Bones, bone), append(skin.clusters, c)
	}
	lost.report(b, node)
}

// offset returns the matrix from a mesh to a bone at bind time: from the cluster, or else from
// bind poses, or else from the rest pose.
func (b *skinBinder) offset(c *fbx.Cluster, mesh int, lost *boundAt) exact.Matrix {
	if c.Transform.Known {
		return c.Transform.Matrix
	}
	link, from := c.Link.Matrix, "the matrix of its bone"
	if !c.Link.Known {
		link, from = b.bound(c.Bone)
	}
	inverse, ok := link.Inverse()
	if !ok {
		link, from = b.restOf(c.Bone), atRest
		inverse, _ = link.Inverse()
	}
	base, _ := b.bound(mesh)
	m := inverse.Mul(base)
	if !m.Finite() {
		m = exact.Identity()
	}
	lost.add(b, c, from, link)
	return m
}

const (
	inPose = "the bind pose"
	atRest = "the pose at rest"
)

// bound returns a model's matrix in a bind pose, or at rest.
func (b *skinBinder) bound(model int) (exact.Matrix, string) {
	if b.pose == nil {
		b.pose = b.file.BindPose(b.scene.Scene)
	}
	if m, ok := b.pose[model]; ok {
		return m, inPose
	}
	return b.restOf(model), atRest
}

// restOf returns a model's global matrix at rest.
func (o *Format) restOf(model int) exact.Matrix {
	if model == fbx.SceneRoot {
		return exact.Identity()
	}
	if o.rest == nil {
		o.rest, _ = o.scene.frames()
	}
	return o.rest[model]
}

// boundAt records bones without bind matrix in the file, by its substitute, and the distance of
// that from the rest pose.
type boundAt struct {
	from map[string][]string
	far  float64
}

func (a *boundAt) add(b *skinBinder, c *fbx.Cluster, from string, link exact.Matrix) {
	name := "the scene"
	if c.Bone != fbx.SceneRoot {
		name = b.Tree.Nodes[b.scene.node[c.Bone]].Name
	}
	a.from[from] = append(a.from[from], name)
	a.far = max(a.far, link.Translation().Sub(b.restOf(c.Bone).Translation()).Length())
}

func (a *boundAt) report(b *skinBinder, node int) {
	for _, from := range []string{"the matrix of its bone", inPose, atRest} {
		if names := a.from[from]; len(names) > 0 {
			b.Report.Add(report.Repair, report.MissingBind, b.Tree.Nodes[node].Name, "the file has no bind matrix of the mesh for %d bones (%s); taken from %s, up to %.3g mm from the rest pose",
				len(names), report.FirstNames(names), from, 1000*a.far*b.Report.MetresPerUnit)
		}
	}
}

// Skin implements scene.Format.
func (o *Format) Skin(node int) *scene.Skin {
	if s := o.skins[node]; s != nil {
		return &s.Skin
	}
	return nil
}

// Influences returns the file's influences of a mesh, or nil if they cannot be read.
func (o *Format) Influences(node int, src *scene.Mesh, name string) *scene.Influences {
	skin := o.skins[node]
	if err := skin.read(o); err != nil {
		o.Report.Add(report.Loss, report.LostSkin, name, "the weights of its skin cannot be read: %v", err)
		return nil
	}
	o.reportLinks(skin, name)
	rows := skin.rows
	at, lost := skin.pointsOf(o, src, rows)
	if lost > 0 {
		o.Report.Add(report.Loss, report.LostSkin, name, "%d vertices match no point of the mesh, or several with different weights", lost)
	}
	bones := make([][]scene.VertexWeight, len(skin.Bones)+1)
	own := &bones[len(skin.Bones)]
	for v, p := range at {
		if p < 0 {
			continue
		}
		if o.numbers -= len(rows[p]); o.numbers < 0 { // one point may have many vertices
			o.Report.Add(report.Loss, report.LostSkin, name, "its skin has too many influences")
			return nil
		}
		sum := 0.0
		for _, w := range rows[p] {
			bones[w.bone] = append(bones[w.bone], scene.VertexWeight{Vertex: uint32(v), Weight: float32(w.weight)})
			sum += w.weight
		}
		if left := 1 - sum; left > 1e-6 && len(rows[p]) > 0 && skin.parts[0].Mode != fbx.Normalize {
			*own = append(*own, scene.VertexWeight{Vertex: uint32(v), Weight: float32(left)})
		}
	}
	out := scene.ByVertex(bones, len(src.Positions))
	out.Own = len(*own) > 0
	return out
}

// pointsOf is pointGrid.match, with polygons to distinguish points at one position that have
// different rows.
func (s *deformer) pointsOf(file *Format, src *scene.Mesh, rows [][]boneWeight) (at []int32, lost int) {
	at, lost = s.points.match(src, rows)
	if lost == 0 {
		return at, 0
	}
	if s.exact == nil || s.of != src {
		s.of, s.exact = src, s.byPolygons(file, src)
	}
	if s.exact == nil {
		return at, lost
	}
	return s.exact, 0
}

// byPolygons returns the points of vertices of triangles and −1 for others, or nil if the
// triangles are not those of the file's polygons.
func (s *deformer) byPolygons(file *Format, src *scene.Mesh) []int32 {
	if s.polygons == nil {
		mesh, err := file.file.Polygons(s.parts[0], &file.numbers)
		if err != nil || len(mesh.Points)/3 != s.points.len() {
			mesh = &fbx.ShapedMesh{}
		}
		s.polygons = newPolygons(mesh)
	}
	p, index := s.polygons, scene.Indices(src, &report.Report{})
	for g := s.next; g < len(p.groups); g++ {
		points := p.match(scene.Coordinates(src.Positions), index, p.groups[g])
		if points == nil {
			continue
		}
		s.next = g + 1
		out := make([]int32, len(points))
		for v, point := range points {
			out[v] = -1
			if point != noPoint {
				out[v] = int32(point)
			}
		}
		return out
	}
	return nil
}

// SetSkinning sets the skinning method of a mesh that the FBX file states. Blend refers to the
// file's vertices.
func (o *Format) SetSkinning(m *soa.Mesh, src *scene.Mesh, node int, several bool) {
	skin := o.skins[node]
	if skin == nil {
		return
	}
	switch skin.parts[0].Skinning {
	case fbx.Rigid:
		m.Skinning = soa.Rigid
		if several {
			m.Skinning = soa.LinearBlend
			o.Report.Add(report.Info, report.SkinningType, m.Name, "the file states rigid skinning, but vertices have several influences")
		}
	case fbx.DualQuaternion:
		m.Skinning = soa.DualQuaternion
	case fbx.Blended:
		o.blend(m, src, skin)
	}
	if m.Skinning == soa.DualQuaternion || m.Skinning == soa.Blended {
		o.Report.Add(report.Info, report.SkinningType, m.Name, "the file asks for skinning by dual quaternions: %v", m.Skinning)
	}
}

// blend reads the weights of a mesh that blends two skinning methods.
func (o *Format) blend(m *soa.Mesh, src *scene.Mesh, skin *deformer) {
	if err := skin.read(o); err != nil {
		o.Report.Add(report.Loss, report.LostSkin, m.Name, "the weights between linear and dual quaternion skinning cannot be read: %v", err)
		return
	}
	n := skin.points.len()
	by := make([]float32, n)
	bad := 0
	for i, p := range skin.blend.Point {
		w := skin.blend.Weight[i]
		if int(p) >= n || !(w >= 0 && w <= 1) {
			bad++
			continue
		}
		by[p] = float32(w)
	}
	if bad > 0 {
		o.Report.Add(report.Repair, report.InvalidWeight, m.Name, "%d weights between linear and dual quaternion skinning are outside 0 to 1 or have no point; dropped", bad)
	}
	rows := make([][]boneWeight, n)
	for p := range rows {
		rows[p] = []boneWeight{{weight: float64(by[p])}}
	}
	at, _ := skin.pointsOf(o, src, rows)
	m.Skinning, m.Blend = soa.Blended, make([]float32, len(at))
	for v, p := range at {
		if p >= 0 {
			m.Blend[v] = by[p]
		}
	}
}

// read reads the mesh's points and their weights, once.
func (s *deformer) read(of *Format) error {
	if s.points != nil {
		return nil
	}
	points, err := of.file.Points(s.parts[0], &of.numbers)
	if err != nil {
		return err
	}
	if len(points) < 3 {
		return errors.New("the mesh has no points")
	}
	if s.parts[0].Skinning == fbx.Blended {
		if s.blend, err = of.file.Blend(s.parts[0], &of.numbers); err != nil {
			return err
		}
	}
	rows := make([][]boneWeight, len(points)/3)
	for i := range s.Bones {
		if !s.Own {
			break
		}
		weights, err := of.file.Weights(s.clusters[i], &of.numbers)
		if err != nil {
			return err
		}
		for k, p := range weights.Point {
			if w := weights.Weight[k]; int(p) < len(rows) && w != 0 {
				rows[p] = append(rows[p], boneWeight{i, w})
			}
		}
	}
	s.points, s.rows = newPointGrid(points), rows
	return nil
}
