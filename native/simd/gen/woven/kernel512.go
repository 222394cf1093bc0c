package woven

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// Scratch ahead of the joints' states, in bytes from its end; package simd's
// kernels.go says the same in values.
const (
	headFetch   = 56  // what the group in work will be written to: lanes 0, 3 and 10
	headTodo    = 64  // blocks that have not been computed
	headTarget  = 72  // palettes of the block in work
	headLeft    = 80  // groups to go in the block
	headBlocks  = 88  // blocks that have not been sampled
	headFrames  = 96  // frames of the next block to sample
	headAhead   = 104 // address of its sampled other columns
	headOthers  = 112 // and of those of the block in work
	headEdge    = 120 // offset of the last line of quaternions from the start of a row
	headLine    = 128 // of the line in work
	headNobody  = 320 // where the first group's predecessor is written to
	headWeight  = 448 // weight of each lane's second row
	headNext    = 576 // address of the second row
	headRow     = 704 // and that of the first row
	headBuffers = headRow + 2*bufferBytes
	partsOffset = 4 * columnBytes // in a buffer, behind a group's quaternions: those of another one, in parts
	bufferBytes = 8 * columnBytes
	groupBytes  = 3 * row // a group's lines of one lane
)

// kernel512 is an AVX-512 kernel in the making that walks the groups of a
// hierarchy: while one is computed, the one before it is written out.
type kernel512 struct {
	avx512
	name    string
	machine machine
	out     lanesOut
	joints  *reg // the group's joints
	states  *reg // states of joints
	one     *reg // 1 in all lanes
	streams bool // writes around the caches
	joint   jointLayout
}

// jointLayout says how a kernel's joints describe what is to be written out.
type jointLayout struct {
	bytes int // size of a joint
	out   int // where in it the offset of the matrix from states is
	rows  int // bytes from there to the matrix
}

func fixedScalar(i int) *reg { return &reg{class: scalar, phys: i, fixed: true} }
func fixedVector(i int) *reg { return &reg{class: vector, phys: i, fixed: true} }

// Registers of amd64Scalars that every kernel of groups fixes; behind them come
// those of one kernel, then the ones for assignment. Control flow has the last
// five between pieces of code.
const commonScalars = 7

const temporaries = 9 // R11 … R15

func newKernel512(c *build.Context, name string, joint jointLayout, own int) *kernel512 {
	k := &kernel512{avx512: avx512{Context: c}, name: name, joint: joint}
	r := make([]*reg, commonScalars)
	for i := range r {
		r[i] = fixedScalar(i)
	}
	k.out = lanesOut{base: [3]*reg{r[0], r[1], r[2]}, stride: r[3], triple: r[4]}
	k.joints, k.states = r[5], r[6]
	k.one = fixedVector(31)
	k.machine = machine{vectors: 31, spreads: true, reach: 100,
		destroys: func(o *op) bool { return o.code == opIntoOdd || o.code == opIntoEven }}
	for i := commonScalars + own; i < len(amd64Scalars); i++ {
		k.machine.scalars = append(k.machine.scalars, i)
	}
	return k
}

func (k *kernel512) function(signature string) {
	k.Function(k.name)
	k.Attributes(attr.NOSPLIT)
	k.SignatureExpr(signature)
	k.Pragma("noescape")
}

func (k *kernel512) gp(r *reg) avo.GPPhysical { return amd64Scalars[r.phys] }

func (k *kernel512) thread() *thread { return &thread{m: &k.machine} }

// write puts threads in order, finds their registers and writes them. Control
// flow may have used all but the fixed registers before; taken ones stay as
// they are.
func (k *kernel512) write(taken []*reg, threads ...*thread) {
	for _, o := range arrange(k.name, &k.machine, taken, threads...) {
		k.emit(o)
	}
}

// label names a place in the kernel.
func (k *kernel512) label(s string) string { return k.name + "_" + s }

func (k *kernel512) jump(to string) operand.LabelRef { return operand.LabelRef(k.label(to)) }

// head is a place in the scratch ahead of the states.
func (k *kernel512) head(at int) operand.Mem {
	return operand.Mem{Base: k.gp(k.states), Disp: -at}
}

// copyParam copies an argument to the head, by way of R11.
func (k *kernel512) copyParam(name string, at int) {
	k.Load(k.Param(name), avo.R11)
	k.MOVQ(avo.R11, k.head(at))
}

// constants loads the fixed vectors and masks.
func (k *kernel512) constants() {
	k.setMasks()
	k.MOVL(operand.U32(floatOne), avo.R11.As32())
	k.VPBROADCASTD(avo.R11.As32(), zmm[k.one.phys])
}

const (
	floatOne = 0x3f800000
)
