//go:build !purego

package kernel

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
)

// emulated is a kernel of AVX-512 that is read from its file and executed instruction by instruction, so that
// processors without AVX-512 test it too. It knows the instructions of kernels of palettes and of formulas.
type emulated struct {
	lines     []string
	labels    map[string]int
	constants map[string]*[64]uint32
	arguments []uint64 // eight bytes each, as on the stack
	registers map[string]uint64
	z         [32][simd.Lanes]uint32
	k         [8]uint16
	zero, neg bool // flags
}

var (
	dataLine = regexp.MustCompile(`^DATA (\w+)<>\+(\d+)\(SB\)/4, \$0x([0-9a-f]+)`)
	memory   = regexp.MustCompile(`^(-?\d*)\(([A-Z0-9]+)\)(?:\(([A-Z0-9]+)\*(\d)\))?$`)
)

func emulate(t *testing.T, name string) *emulated {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for _, file := range files {
		if text, err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "TEXT ·"+name+"(SB)") {
			break
		}
	}
	e := &emulated{labels: map[string]int{}, constants: map[string]*[64]uint32{}, registers: map[string]uint64{}}
	inside := false
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), " //")
		if d := dataLine.FindStringSubmatch(line); d != nil {
			at, _ := strconv.Atoi(d[2])
			v, _ := strconv.ParseUint(d[3], 16, 32)
			if e.constants[d[1]] == nil {
				e.constants[d[1]] = new([64]uint32)
			}
			e.constants[d[1]][at/4] = uint32(v)
		}
		switch {
		case strings.HasPrefix(line, "TEXT "):
			inside = strings.Contains(line, "·"+name+"(SB)")
		case !inside || line == "" || strings.HasPrefix(line, "//"):
		case strings.HasSuffix(line, ":"):
			e.labels[strings.TrimSuffix(line, ":")] = len(e.lines)
		default:
			e.lines = append(e.lines, line)
		}
	}
	if len(e.lines) == 0 {
		t.Fatalf("there is no kernel %s", name)
	}
	return e
}

// address is where an operand is in memory.
//
//go:nocheckptr
func (e *emulated) address(t *testing.T, operand string) unsafe.Pointer {
	name, at, _ := strings.Cut(operand, "+")
	if strings.HasSuffix(operand, "(FP)") {
		n, _ := strconv.Atoi(strings.TrimSuffix(at, "(FP)"))
		return unsafe.Add(unsafe.Pointer(&e.arguments[0]), n)
	}
	if strings.HasSuffix(operand, "(SB)") {
		n, _ := strconv.Atoi(strings.TrimSuffix(at, "(SB)"))
		return unsafe.Add(unsafe.Pointer(e.constants[strings.TrimSuffix(name, "<>")]), n)
	}
	m := memory.FindStringSubmatch(operand)
	if m == nil {
		t.Fatalf("what is %s?", operand)
	}
	disp, _ := strconv.Atoi(m[1])
	scale, _ := strconv.Atoi(m[4])
	return unsafe.Add(nil, int(e.registers[m[2]])+disp+scale*int(e.registers[m[3]]))
}

// value returns an integer operand of size bytes.
func (e *emulated) value(t *testing.T, operand string, size int) uint64 {
	if text, is := strings.CutPrefix(operand, "$"); is {
		v, err := strconv.ParseInt(text, 0, 64)
		if err != nil {
			t.Fatal(err)
		}
		return uint64(v)
	}
	if v, is := e.registers[operand]; is {
		return v
	}
	if p := e.address(t, operand); size == 4 {
		return uint64(*(*uint32)(p))
	} else {
		return *(*uint64)(p)
	}
}

// vector is an operand of a vector instruction, which may be one number of memory for all lanes.
func (e *emulated) vector(t *testing.T, operand string, spread bool) (v [simd.Lanes]uint32) {
	if strings.ContainsRune("XYZ", rune(operand[0])) {
		n, _ := strconv.Atoi(operand[1:])
		return e.z[n]
	}
	p := e.address(t, operand)
	if !spread {
		return *(*[simd.Lanes]uint32)(p)
	}
	for i := range v {
		v[i] = *(*uint32)(p)
	}
	return v
}

func (e *emulated) mask(operand string) *uint16 { return &e.k[operand[1]-'0'] }

// floatOperations are those of numbers: the second operand of the instruction comes first.
var floatOperations = map[string]func(a, b float32) float32{
	"VADDPS": func(a, b float32) float32 { return a + b },
	"VSUBPS": func(a, b float32) float32 { return a - b },
	"VMULPS": func(a, b float32) float32 { return float32(a * b) },
	"VDIVPS": func(a, b float32) float32 { return a / b },
	"VMAXPS": func(a, b float32) float32 {
		if a > b {
			return a
		}
		return b
	},
	"VMINPS": func(a, b float32) float32 {
		if a < b {
			return a
		}
		return b
	},
}

// bitOperations are those of what vectors hold.
var bitOperations = map[string]func(a, b uint32) uint32{
	"VXORPS": func(a, b uint32) uint32 { return a ^ b },
	"VPXORD": func(a, b uint32) uint32 { return a ^ b },
	"VPANDD": func(a, b uint32) uint32 { return a & b },
}

// run executes the kernel.
func (e *emulated) run(t *testing.T, arguments ...uint64) {
	e.arguments = arguments
	for at := 0; ; at++ {
		op, rest, _ := strings.Cut(e.lines[at], " ")
		o := strings.Split(strings.ReplaceAll(rest, " ", ""), ",")
		if op == "RET" {
			return
		}
		if op[0] == 'J' {
			if e.jumps(t, op) {
				at = e.labels[o[0]] - 1
			}
			continue
		}
		if op[0] == 'V' {
			e.onVectors(t, op, o)
		} else {
			e.onIntegers(t, op, o)
		}
	}
}

func (e *emulated) jumps(t *testing.T, op string) bool {
	switch op {
	case "JMP":
		return true
	case "JZ", "JE":
		return e.zero
	case "JNZ", "JNE":
		return !e.zero
	case "JS":
		return e.neg
	}
	t.Fatalf("what is %s?", op)
	return false
}

func (e *emulated) onIntegers(t *testing.T, op string, o []string) {
	last := o[len(o)-1]
	flags := func(v uint64) { e.zero, e.neg = v == 0, int64(v) < 0 }
	switch op {
	case "MOVQ", "MOVL":
		e.registers[last] = e.value(t, o[0], 8)
	case "MOVWQSX":
		e.registers[last] = uint64(int64(*(*int16)(e.address(t, o[0]))))
	case "IMULQ":
		e.registers[last] *= e.value(t, o[0], 8)
	case "SHLQ":
		e.registers[last] <<= e.value(t, o[0], 8)
	case "MOVLQSX":
		e.registers[last] = uint64(int64(int32(e.value(t, o[0], 4))))
	case "LEAQ":
		e.registers[last] = uint64(uintptr(e.address(t, o[0])))
	case "ADDQ":
		e.registers[last] += e.value(t, o[0], 8)
	case "DECQ":
		e.registers[last]--
		flags(e.registers[last])
	case "SUBQ":
		p := (*uint64)(e.address(t, last)) // a count
		*p -= e.value(t, o[0], 8)
		flags(*p)
	case "TESTQ":
		flags(e.value(t, o[0], 8) & e.value(t, o[1], 8))
	case "TESTL":
		flags(e.value(t, o[0], 4) & e.value(t, o[1], 4))
	case "CMPQ":
		flags(e.value(t, o[0], 8) - e.value(t, o[1], 8))
	case "KMOVW":
		switch {
		case o[0][0] == 'K':
			*(*uint16)(e.address(t, last)) = *e.mask(o[0])
		case e.registers[o[0]] != 0:
			*e.mask(last) = uint16(e.registers[o[0]])
		default:
			*e.mask(last) = *(*uint16)(e.address(t, o[0]))
		}
	case "KORTESTW":
		flags(uint64(*e.mask(o[0]) | *e.mask(o[1])))
	case "PREFETCHT0":
	default:
		t.Fatalf("what is %s?", op)
	}
}

func (e *emulated) onVectors(t *testing.T, op string, o []string) {
	op, how, _ := strings.Cut(op, ".")
	last, lanes := o[len(o)-1], uint16(math.MaxUint16)
	if op == "VZEROUPPER" {
		return
	}
	if len(o) > 2 && o[len(o)-2][0] == 'K' {
		lanes = *e.mask(o[len(o)-2])
		o = append(o[:len(o)-2:len(o)-2], last)
	}
	spread := how == "BCST" || op == "VBROADCASTSS"
	var out [simd.Lanes]uint32
	to := -1 // no register
	if strings.ContainsRune("XYZ", rune(last[0])) {
		to, _ = strconv.Atoi(last[1:])
		out = e.z[to]
	}
	if e.onDoubles(t, op, o, lanes, &out) {
		e.z[to] = out
		return
	}
	source := func(i int) [simd.Lanes]uint32 { return e.vector(t, o[i], spread && i == 0) }
	set := func(f func(i int) uint32) {
		for i := range out {
			if lanes>>i&1 != 0 {
				out[i] = f(i)
			}
		}
	}
	switch a := [simd.Lanes]uint32{}; {
	case op == "VMOVD":
		n, _ := strconv.Atoi(last[1:])
		e.z[n] = [simd.Lanes]uint32{uint32(e.registers[o[0]])}
		return
	case op == "VCMPPS":
		a, b, m := e.vector(t, o[1], spread), e.vector(t, o[2], false), uint16(0)
		for i := range a {
			x, y := math.Float32frombits(b[i]), math.Float32frombits(a[i])
			if o[0] == "$0x11" && x < y || o[0] == "$0x00" && x == y {
				m |= 1 << i
			}
		}
		*e.mask(last) = m
		return
	case op == "VBLENDMPS":
		a, b := source(0), source(1)
		for i := range out {
			if out[i] = b[i]; lanes>>i&1 != 0 {
				out[i] = a[i]
			}
		}
	case op == "VBROADCASTSS" && o[0][0] == 'X':
		a = source(0)
		set(func(int) uint32 { return a[0] })
	case op == "VMOVUPS", op == "VMOVAPS", op == "VMOVNTPS", op == "VBROADCASTSS":
		a = source(0)
		set(func(i int) uint32 { return a[i] })
	case op == "VMOVSLDUP", op == "VMOVSHDUP":
		a, odd := source(0), 0
		if op == "VMOVSHDUP" {
			odd = 1
		}
		set(func(i int) uint32 { return a[i&^1|odd] })
	case op == "VSQRTPS":
		a = source(0)
		set(func(i int) uint32 { return math.Float32bits(float32(math.Sqrt(float64(math.Float32frombits(a[i]))))) })
	case op == "VBROADCASTF32X4":
		a = source(0)
		set(func(i int) uint32 { return a[i&3] })
	case op == "VPERMILPS":
		a := source(1)
		imm := e.value(t, o[0], 8)
		set(func(i int) uint32 { return a[i&^3|int(imm>>(2*(i&3))&3)] })
	case op == "VCOMPRESSPS", op == "VEXPANDPS":
		a, n := source(0), 0
		for i := range out {
			switch {
			case lanes>>i&1 == 0:
				continue
			case op == "VEXPANDPS":
				out[i] = a[n]
			default:
				out[n] = a[i]
			}
			n++
		}
	case op == "VUNPCKLPD", op == "VUNPCKHPD":
		a, b, high := source(0), source(1), 0
		if op == "VUNPCKHPD" {
			high = 2
		}
		set(func(i int) uint32 {
			if i&2 == 0 {
				return b[i&^3+high+i&1]
			}
			return a[i&^3+high+i&1]
		})
	case op == "VSHUFF32X4":
		imm, a, b := int(e.value(t, o[0], 8)), e.vector(t, o[1], false), e.vector(t, o[2], false)
		set(func(i int) uint32 {
			from := imm >> (i / 4 * 2) & 3 * 4
			if i < 8 {
				return b[from+i&3]
			}
			return a[from+i&3]
		})
	case floatOperations[op] != nil:
		a, b, f := source(0), source(1), floatOperations[op]
		set(func(i int) uint32 {
			return math.Float32bits(f(math.Float32frombits(b[i]), math.Float32frombits(a[i])))
		})
	case bitOperations[op] != nil:
		a, b, f := source(0), source(1), bitOperations[op]
		set(func(i int) uint32 { return f(b[i], a[i]) })
	default:
		t.Fatalf("what is %s?", op)
	}
	if to >= 0 {
		e.z[to] = out
		return
	}
	memory := (*[simd.Lanes]uint32)(e.address(t, last))
	for i, v := range out {
		if lanes>>i&1 != 0 {
			memory[i] = v
		}
	}
}

// pointer is an argument. What it points to has to live in the heap.
func pointer[T any](p *T) uint64 { return uint64(uintptr(unsafe.Pointer(p))) }

func TestEmulatedKernelsHaveTheBitsOfTheirFormulas(t *testing.T) {
	for _, k := range lanewiseKernels {
		if k.name == "RescalePose16" {
			continue // calls a kernel several times
		}
		t.Run(k.name, func(t *testing.T) {
			e := emulate(t, strings.ToLower(k.name[:1])+k.name[1:]+"AVX512")
			r := newRandom(11)
			for trial := range 4 {
				a := k.arguments(r, 0)
				if strings.HasPrefix(k.name, "look") && k.uniforms == formula.LookUniforms && trial%2 > 0 {
					a.Uniforms[formula.LookCone] = -2 // no cone
				}
				want := k.runOn(t, a, simd.Generic, simd.Lanes)
				e.run(t, pointer(&a.Rows), pointer(unsafe.SliceData(a.Uniforms)), pointer(&a.memory[0]))
				for i, rows := range a.Rows {
					if n := differ(rows, want[i]); n >= 0 {
						t.Fatalf("trial %d: argument %d, row %d, lane %d is %v, want %v", trial, i, n/simd.Lanes, n%simd.Lanes, rows[n], want[i][n])
					}
				}
			}
		})
	}
}

// All ways in which palettes leave a kernel.
func TestEmulatedPalettes(t *testing.T) {
	rig, general, columns := character(t)
	all := simd.Columns{Rotations: general.Joints(), Others: general.Joints()}
	r := newRandom(3)
	scratch := simd.AlignedFloat32(max(rig.ScratchValues(), general.ScratchValues()))
	order := new([simd.Lanes]int32)
	for l := range order {
		order[l] = int32(l * 7 % simd.Lanes)
	}
	e, g := emulate(t, "rigPalette16AVX512"), emulate(t, "generalPalette16AVX512")
	for how := range 3 {
		stride := (affineFloats*columns.Rotations/16 | 1) * 16
		out := &simd.Palettes{Values: simd.AlignedFloat32(simd.Lanes * stride), Stride: stride, Stream: how == palettesStreamed}
		if how == palettesApart {
			out.Lane = order
		}
		lanes := new([simd.Lanes]int64)
		*lanes, _ = leavingPalettes(out)
		check := func(name string, want func(out *simd.Palettes)) {
			plain := *out
			plain.Values = make([]float32, len(out.Values))
			if want(&plain); differ(out.Values, plain.Values) >= 0 {
				t.Errorf("%s, way %d: differs from plain Go at value %d", name, how, differ(out.Values, plain.Values))
			}
		}
		pose := simd.AlignedFloat32(PoseValues(all))
		copy(pose, r.values(len(pose), 0.25, 1))
		e.run(t, pointer(firstMatrix(out, 0)), uint64(4*out.Stride), uint64(how), pointer(&lanes[0]), pointer(&pose[0]), pointer(othersOf(pose, columns.Rotations, 0)),
			pointer(&rig.joints[0]), uint64(len(rig.joints)/groupJoints), pointer(&scratch[0]), uint64(math.Float32bits(rig.scale)))
		check("rig", func(out *simd.Palettes) { rigPalette16Go(out, pose, columns.Rotations, rig, scratch) })
		clear(out.Values)
		g.run(t, pointer(firstMatrix(out, 0)), uint64(4*out.Stride), uint64(how), pointer(&lanes[0]), pointer(&pose[0]), pointer(othersOf(pose, all.Rotations, 0)),
			pointer(&general.joints[0]), uint64(len(general.joints)/groupJoints), pointer(&scratch[affineFloats*simd.Lanes]))
		check("general", func(out *simd.Palettes) { generalPalette16Go(out, pose, all.Rotations, general) })
	}
}
