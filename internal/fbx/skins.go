package fbx

import (
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Skinning is the skinning method of a skin.
type Skinning uint8

// The skinning methods of files.
const (
	Linear Skinning = iota
	Rigid
	DualQuaternion
	Blended // from linear to dual quaternions by a weight per point
)

// LinkMode is the meaning of the weights of a skin's clusters.
type LinkMode uint8

// The modes of links. In all of them m is the matrix by which a cluster moves its
// points, from where the mesh is bound to the pose of its bone, and w their weights.
const (
	Normalize LinkMode = iota // Σ w·m / Σ w
	Additive                  // the product of (1 − w)·mesh + w·m, one cluster after the other
	TotalOne                  // Σ w·m, and the mesh's own matrix by what is left to 1
)

// Skin is a skin of a mesh.
type Skin struct {
	Models   []int // of Scene.Models: those that show the mesh
	Skinning Skinning
	Mode     LinkMode // that of the first cluster counts
	Clusters []Cluster
	// Boneless counts the clusters without a model.
	Boneless int

	id, geometry int64
}

// Cluster is the points of a mesh that follow one bone.
type Cluster struct {
	Bone      int // of Scene.Models, or SceneRoot
	Associate int // the model that an additive cluster's bone moves relative to, or −1
	// Transform takes the space of the mesh's model to the bone's where they are bound,
	// and Link the bone's to the scene's; no matrix where the file has none.
	Transform, Link, AssociateLink Bound

	id int64
}

// SceneRoot is the bone of clusters that are bound to the scene itself.
const SceneRoot = -1

// Bound is a matrix of a bind pose, if the file has it.
type Bound struct {
	Matrix exact.Matrix
	Known  bool
}

// maxClusters bounds the clusters of all skins: those of a skin that several meshes share
// count for each.
const maxClusters = 1 << 17

// Skins reads the skins of a scene's meshes, in the order of the file's connections.
func (f *File) Skins(s *Scene) []Skin {
	r := skinReader{takes: f.takes, model: s.byID(), below: make(map[int64][]int64), known: make(map[int64]*deformer)}
	links := f.takes.linksWhere(func(l link) bool {
		return !l.toProperty && (r.class(l.to) == "Deformer" || r.class(l.to) == "Geometry")
	})
	for _, l := range links {
		r.below[l.to] = append(r.below[l.to], l.from)
	}
	for _, l := range links {
		if r.class(l.from) == "Deformer" && r.class(l.to) == "Geometry" {
			r.skin(l.from, l.to)
		}
	}
	return r.skins
}

// byID lists the models by their ids; the scene is one of them.
func (s *Scene) byID() map[int64]int {
	model := map[int64]int{0: SceneRoot}
	for m := range s.Models {
		model[s.Models[m].id] = m
	}
	return model
}

// shownBy lists the models that show a mesh.
func (t *takes) shownBy(geometry int64, model map[int64]int) (list []int) {
	for _, up := range t.owners(geometry) {
		if m, ok := model[up]; ok && m != SceneRoot {
			list = append(list, m)
		}
	}
	return list
}

// skinReader is the state of Skins.
type skinReader struct {
	*takes
	model  map[int64]int     // of Scene.Models, by id
	below  map[int64][]int64 // the children of deformers and meshes, in the file's order
	known  map[int64]*deformer
	listed int // clusters
	skins  []Skin
}

func (r *skinReader) class(id int64) string { return r.objects[id].class }

// skin adds a deformer of a mesh if it is a skin.
func (r *skinReader) skin(id, geometry int64) {
	s := Skin{Models: r.shownBy(geometry, r.model), id: id, geometry: geometry}
	head := r.stated(id)
	if len(s.Models) == 0 || head.kind != "Skin" {
		return
	}
	s.Skinning = head.skinning()
	for _, child := range r.below[id] {
		if r.class(child) != "Deformer" || r.listed >= maxClusters {
			continue
		}
		r.listed++
		c, mode := r.cluster(child)
		if c == nil {
			s.Boneless++
			continue
		}
		if len(s.Clusters) == 0 {
			s.Mode = mode
		}
		s.Clusters = append(s.Clusters, *c)
	}
	r.skins = append(r.skins, s)
}

// cluster reads a cluster, nil for one without a model.
func (r *skinReader) cluster(id int64) (*Cluster, LinkMode) {
	c := &Cluster{Associate: -1, id: id}
	models := 0
	for _, child := range r.below[id] {
		if m, ok := r.model[child]; ok {
			if models == 0 {
				c.Bone = m
			} else {
				c.Associate = m
			}
			models++
		}
	}
	d := r.stated(id)
	if models == 0 || d.kind != "Cluster" {
		return nil, 0
	}
	c.Transform, c.Link, c.AssociateLink = d.matrix["Transform"], d.matrix["TransformLink"], d.matrix["TransformAssociateModel"]
	return c, d.mode()
}

// deformer is the content of a skin or a cluster besides its points.
type deformer struct {
	kind   string // the third value of its record
	text   map[string]string
	matrix map[string]Bound
}

func (d *deformer) skinning() Skinning {
	switch d.text["SkinningType"] {
	case "Rigid":
		return Rigid
	case "DualQuaternion":
		return DualQuaternion
	case "Blend":
		return Blended
	}
	return Linear
}

func (d *deformer) mode() LinkMode {
	switch mode := d.text["Mode"]; {
	case mode == "Additive":
		return Additive
	case strings.HasPrefix(mode, "Total"):
		return TotalOne
	}
	return Normalize
}

// stated reads a deformer once. Parts that cannot be read are left out.
func (r *skinReader) stated(id int64) *deformer {
	d, known := r.known[id]
	if known {
		return d
	}
	d = &deformer{text: make(map[string]string), matrix: make(map[string]Bound)}
	r.known[id] = d
	o := r.objects[id]
	d.kind = r.subclass(o)
	if r.text {
		r.textBlock(o, func(open []string, name, rest string) { d.line(open, name, rest) })
		return d
	}
	_ = r.body(o).forEachChild(func(name string, in records) error {
		switch name {
		case "SkinningType", "Mode":
			if v, err := in.property(); err == nil {
				d.text[name], _ = v.(string)
			}
		case "Transform", "TransformLink", "TransformAssociateModel":
			if m, ok := in.matrix(); ok {
				d.matrix[name] = m
			}
		}
		return nil
	})
	return d
}

// line reads a line of a text file's deformer.
func (d *deformer) line(open []string, name, rest string) {
	switch {
	case len(open) == 1 && (name == "SkinningType" || name == "Mode"):
		if v := fieldsUpTo(rest, 1); len(v) == 1 {
			d.text[name] = v[0]
		}
	case len(open) == 2 && name == "a" && strings.HasPrefix(open[1], "Transform"):
		if m, ok := boundOf(textNumbers(rest, nil, 17)); ok {
			d.matrix[open[1]] = m
		}
	}
}

// matrix reads an array of 16 doubles.
func (r *records) matrix() (Bound, bool) {
	code, b, err := r.array(16)
	if err != nil {
		return Bound{}, false
	}
	return boundOf(appendNumbers(nil, code, b))
}

// boundOf converts a matrix stored by columns. ok is false for one of zeros alone or that is not
// finite.
func boundOf(m []float64) (out Bound, ok bool) {
	if len(m) != 16 || !finite(m) {
		return out, false
	}
	for r := range 3 {
		for c := range 4 {
			out.Matrix[4*r+c] = m[4*c+r]
			out.Known = out.Known || m[4*c+r] != 0
		}
	}
	return out, out.Known
}
