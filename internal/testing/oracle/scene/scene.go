//go:build cgo

package scene

import (
	"math"
	"os"
	"strings"

	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/native/assimp"
)

// Format says which rules a scene needs.
type Format int

const (
	Other Format = iota // libassimp's root transform is right
	FBX
)

// Oracle evaluates one scene, which must stay open. Its methods may be called
// from one goroutine at a time.
type Oracle struct {
	scene      *assimp.Scene
	format     Format
	animations []animation
	first      map[string]assimp.Node // the node that a name means
	binds      map[meshBone]oracle.Mat4
}

// meshBone names a bone of the mesh that a node carries.
type meshBone struct{ node, bone string }

// Pose is a scene at one time.
type Pose struct {
	Nodes  []Node // depth first, parents before children
	Meshes []Mesh // in the order of the nodes that carry them
}

// Node is one node of the scene in model space.
type Node struct {
	Name, Path string
	Parent     int         // −1 for the root
	Helper     bool        // one that libassimp's FBX reader made up
	Frame      oracle.Mat4 // of the node and its children
	MeshFrame  oracle.Mat4 // of the meshes that it carries
}

// Mesh is a mesh as one node carries it.
type Mesh struct {
	Name, Node string
	Index      int // as the scene counts
	Bones      int
	Triangles  bool
	Position   []oracle.Vec3 // in model space
	Corners    []uint32      // of triangles: indices of Position
}

// New prepares a scene's animations.
func New(s *assimp.Scene, f Format) *Oracle {
	o := &Oracle{scene: s, format: f, first: make(map[string]assimp.Node)}
	for i := range s.Animations() {
		o.animations = append(o.animations, newAnimation(s.Animation(i)))
	}
	var name func(n assimp.Node)
	name = func(n assimp.Node) {
		if _, taken := o.first[n.Name()]; !taken {
			o.first[n.Name()] = n
		}
		for c := range n.Children() {
			name(n.Child(c))
		}
	}
	name(s.Root())
	return o
}

// ReadBinds takes the bones' offsets from the FBX file itself: libassimp 5.4 computes
// them from the wrong place of the mesh, later versions from its place at rest.
func (o *Oracle) ReadBinds(path string) error {
	if o.format != FBX {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	file, err := fbx.Read(data)
	if err != nil {
		return err
	}
	models, err := file.Scene(math.MaxInt)
	if err != nil {
		return err
	}
	o.binds = make(map[meshBone]oracle.Mat4)
	for _, s := range file.Skins(models) {
		for _, mesh := range s.Models {
			for _, c := range s.Clusters {
				m := oracle.Identity()
				copy(m[:12], c.Transform.Matrix[:])
				o.binds[meshBone{models.Models[mesh].Name, models.Models[c.Bone].Name}] = m
			}
		}
	}
	return nil
}

// offset returns what takes a bone's vertices to its frame.
func (o *Oracle) offset(node string, bone assimp.Bone) oracle.Mat4 {
	if m, ok := o.binds[meshBone{node, bone.Name()}]; ok {
		return m
	}
	return finite(bone.Offset())
}

// Evaluate poses the scene by animations that play together, or, without any,
// at rest. Where two have a channel for one node the later one wins. The time
// is in seconds on the scene's time line: the file's own, but for FBX, whose
// animations libassimp has begin at 0.
func (o *Oracle) Evaluate(seconds float64, animations ...int) *Pose {
	e := &evaluation{oracle: o, seconds: seconds, frames: make(map[string]oracle.Mat4)}
	for _, i := range animations {
		e.playing = append(e.playing, &o.animations[i])
	}
	e.visit(o.scene.Root(), above{node: -1, frame: o.toModel(), geometric: oracle.Identity(), skipped: oracle.Identity()})
	e.deform()
	return &e.pose
}

// toModel returns what takes the file's space to metres, Y up.
func (o *Oracle) toModel() oracle.Mat4 {
	if o.format != FBX {
		return oracle.Identity()
	}
	meta := o.scene.Metadata()
	scale := 0.01 // metres a unit, where the file does not say
	if cm, ok := meta.Float("UnitScaleFactor"); ok && cm > 0 && !math.IsInf(cm, 0) {
		scale = 0.01 * cm
	}
	m := oracle.Mat4{15: 1}
	for row, axis := range []string{"CoordAxis", "UpAxis", "FrontAxis"} {
		a, okAxis := meta.Int(axis)
		sign, okSign := meta.Int(axis + "Sign")
		if !okAxis || !okSign || a < 0 || a > 2 || sign*sign != 1 {
			return oracle.Scaling(oracle.Vec3{scale, scale, scale})
		}
		m[4*row+int(a)] = float64(sign) * scale
	}
	x, y, z := oracle.Vec3{m[0], m[1], m[2]}, oracle.Vec3{m[4], m[5], m[6]}, oracle.Vec3{m[8], m[9], m[10]}
	if !(x.Cross(y).Dot(z) > 0) {
		return oracle.Scaling(oracle.Vec3{scale, scale, scale})
	}
	return m
}

// helperMark is between the name of a node and the part of its transform that
// one of its FBX helper nodes holds.
const helperMark = "_$AssimpFbx$_"

// helper splits the name of a helper node.
func helper(name string) (owner, part string, ok bool) {
	return strings.Cut(name, helperMark)
}
