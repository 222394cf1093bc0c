package assimp

import (
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
)

// sceneOf views libassimp's scene. With skip it omits the triangles of meshes, with guessed the
// maps whose pictures libassimp derives from the name of another: those of MD5.
func sceneOf(from *assimp.Scene, skip, guessed bool) *scene.Scene {
	s := &scene.Scene{
		Animations: from.Animations(), Cameras: from.Cameras(), Lights: from.Lights(), Bytes: from.Memory(),
	}
	for k := range from.Meshes() {
		s.Meshes = append(s.Meshes, meshOf(from.Mesh(k), skip))
	}
	for k := range from.Materials() {
		s.Materials = append(s.Materials, materialOf(from.Material(k), guessed))
	}
	for k := range from.Textures() {
		t := from.Texture(k)
		p := scene.Picture{Name: t.Filename(), Data: t.Data()}
		if t.Height() > 0 {
			p.Width, p.Height = t.Width(), t.Height()
			p.Data = slices.Clone(p.Data)
			for i := 0; i+4 <= len(p.Data); i += 4 { // libassimp stores B, G, R, A
				p.Data[i], p.Data[i+2] = p.Data[i+2], p.Data[i]
			}
		}
		s.Pictures = append(s.Pictures, p)
	}
	return s
}

// uvSets is the maximum number of texture coordinate sets of a mesh.
const uvSets = 8

func meshOf(from assimp.Mesh, skip bool) *scene.Mesh {
	m := &scene.Mesh{
		Name: from.Name(), Material: from.Material(), Faces: from.Faces(), FromBottom: true,
		Triangles: from.PrimitiveTypes()&assimp.PrimitiveTriangle != 0,
		Positions: from.Vertices(), Normals: from.Normals(), Tangents: from.Tangents(), Bitangents: from.Bitangents(),
		Colors: from.Colors(0), UV: make(map[int][][3]float32),
	}
	for set := range uvSets {
		m.UV[set] = from.UV(set)
	}
	if !skip {
		m.Index = trianglesOf(from)
	}
	for k := range from.Bones() {
		b := from.Bone(k)
		m.Bones = append(m.Bones, scene.MeshBone{Name: b.Name(), Offset: b.Offset(), Weights: weightsOf(b.Weights())})
	}
	for k := range from.AnimMeshes() {
		a := from.AnimMesh(k)
		m.Shapes = append(m.Shapes, scene.MeshShape{Name: a.Name(), Rest: a.Weight(), Positions: a.Vertices(), Normals: a.Normals()})
	}
	return m
}

// trianglesOf lists the corners of triangles and skips other primitives.
func trianglesOf(from assimp.Mesh) []uint32 {
	faces := from.Faces()
	out := make([]uint32, 0, 3*faces)
	for i := range faces {
		if c := from.Face(i); len(c) == 3 {
			out = append(out, c...)
		}
	}
	return out
}

// weightsOf reinterprets weights as the type of package scene, which has the same layout.
func weightsOf(list []assimp.VertexWeight) []scene.VertexWeight {
	if len(list) == 0 {
		return nil
	}
	return unsafe.Slice((*scene.VertexWeight)(&list[0]), len(list))
}

// ReadNodes reads the nodes of libassimp's scene. For an MD5 animation without meshes it reads
// the skeleton from the animation, since libassimp adds a dummy.
func (a *Format) ReadNodes() error {
	a.Tree = treeOf(a.Library.Root(), a.Report)
	switch {
	case a.Ext == "md5anim":
		a.Tree.DropMeshes()
	case isLightWave(a.Ext):
		a.readLightWave()
	}
	return nil
}

// Reread reads the nodes again, without reporting their findings twice.
func (a *Format) Reread() { a.Tree = treeOf(a.Library.Root(), &report.Report{}) }

func treeOf(root assimp.Node, r *report.Report) *scene.Tree {
	t := scene.NewTree()
	if root.IsNil() {
		return t
	}
	type visit struct {
		node   assimp.Node
		parent int
	}
	// An explicit stack: files may be nested deeper than goroutine stacks allow.
	stack := []visit{{root, -1}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := v.node
		i := t.Add(scene.Node{
			Name: n.Name(), Key: n.Name(), Parent: v.parent, Children: n.Children(), Meshes: n.Meshes(), Local: exact.FromFloat32(n.Transform()),
		}, r)
		for c := n.Children() - 1; c >= 0; c-- {
			stack = append(stack, visit{n.Child(c), i})
		}
	}
	return t
}
