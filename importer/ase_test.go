package importer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	seeds "github.com/sinew-anim/sinew/internal/testing/seed"
)

// aseTurns writes a file of 3ds Max whose triangle turns by rotations about axes, a frame apart.
func aseTurns(turns [][4]float64) string {
	var b strings.Builder
	b.WriteString("*3DSMAX_ASCIIEXPORT\t200\n*SCENE {\n\t*SCENE_FIRSTFRAME 0\n\t*SCENE_LASTFRAME 100\n\t*SCENE_FRAMESPEED 30\n\t*SCENE_TICKSPERFRAME 160\n}\n" +
		"*MATERIAL_LIST {\n\t*MATERIAL_COUNT 0\n}\n*GEOMOBJECT {\n\t*NODE_NAME \"Box\"\n\t*NODE_TM {\n\t\t*NODE_NAME \"Box\"\n" +
		"\t\t*TM_ROW0 1.0 0.0 0.0\n\t\t*TM_ROW1 0.0 1.0 0.0\n\t\t*TM_ROW2 0.0 0.0 1.0\n\t\t*TM_ROW3 0.0 0.0 0.0\n\t}\n" +
		"\t*MESH {\n\t\t*TIMEVALUE 0\n\t\t*MESH_NUMVERTEX 3\n\t\t*MESH_NUMFACES 1\n\t\t*MESH_VERTEX_LIST {\n" +
		"\t\t\t*MESH_VERTEX 0 0.0 0.0 0.0\n\t\t\t*MESH_VERTEX 1 1.0 0.0 0.0\n\t\t\t*MESH_VERTEX 2 0.0 1.0 0.0\n\t\t}\n" +
		"\t\t*MESH_FACE_LIST {\n\t\t\t*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1 BC: 1 CA: 1 *MESH_SMOOTHING 1 *MESH_MTLID 0\n\t\t}\n\t}\n" +
		"\t*TM_ANIMATION {\n\t\t*NODE_NAME \"Box\"\n\t\t*CONTROL_ROT_TRACK {\n")
	for k, q := range turns {
		fmt.Fprintf(&b, "\t\t\t*CONTROL_ROT_SAMPLE %d %.7f %.7f %.7f %.7f\n", 160*k, q[0], q[1], q[2], q[3])
	}
	b.WriteString("\t\t}\n\t}\n}\n")
	return b.String()
}

// TestASERotationsAccumulate: a key of rotation is relative to the one before it, in the axes of the parent;
// angles of 3ds Max are clockwise.
func TestASERotationsAccumulate(t *testing.T) {
	for s := range seeds.Cases(t, 10) {
		r := rand.New(rand.NewPCG(s, 21))
		var turns [][4]float64
		for range 2 + r.IntN(6) {
			axis := exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			axis = axis.Scale(1 / axis.Length())
			turns = append(turns, [4]float64{axis[0], axis[1], axis[2], 2*r.Float64() - 1})
		}
		m := files.LoadWith(t, store(t, "made.ase", []byte(aseTurns(turns))), importer.Options{AllNodes: true})
		if len(m.Clips) != 1 {
			t.Fatalf("%d clips", len(m.Clips))
		}
		joint := m.Skeleton.Joint("Box")
		rest := exact.Identity()
		above := oracle.Evaluate(m, nil, 0).Model
		all := exact.Identity()
		for k, q := range turns {
			sin, cos := exact.SinCos(-q[3] / 2)
			all = exact.Quat{q[0] * sin, q[1] * sin, q[2] * sin, cos}.Matrix().Mul(all)
			pose := oracle.Evaluate(m, m.Clips, m.Clips[0].Start+float64(k)/30)
			got := pose.Model[joint]
			want := all
			if p := m.Skeleton.Parent[joint]; p >= 0 {
				for i := range rest {
					rest[i] = above[p][i]
				}
				want = rest.Mul(all)
			}
			for row := range 3 {
				must.AllNear(t, fmt.Sprintf("row %d at key %d of %v", row, k, turns), got[4*row:4*row+3], want[4*row:4*row+3], 1e-4)
			}
		}
	}
}
