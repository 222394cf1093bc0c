package lanes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/kernel/gen/dispatch"
)

// Rows are the functions of package kernel that call the kernels of a file: of a Lanewise, or of
// a Chain where they go along it.
func Rows(file string) (rows []dispatch.Row) {
	for _, k := range files[file] {
		row := dispatch.Row{Function: k.name + "16(a *Lanewise)", Plain: fmt.Sprintf("a.eachLane(plain.%s)", k.exported()), Used: "a.Len"}
		arguments, count := "arguments *[12][]float32 = &a.Rows\nuniforms, memory *float32 = unsafe.SliceData(a.Uniforms), &a.memory[0]\n", ""
		if k.strides != nil {
			row.Function, row.Plain = k.name+"16(c *Chain, n int)", fmt.Sprintf("c.forEachJoint(plain.%s, n%s)", k.exported(), k.joints())
			arguments, count = "arguments *[12][]float32 = &c.arguments.Rows\nuniforms, memory *float32 = nil, &c.arguments.memory[0]\n", "count int = n\n"
			row.Used = "c.arguments.Len"
		}
		few := arguments // of kernels whose uniforms may differ among lanes
		if k.own {
			few = strings.Replace(arguments, "unsafe.SliceData(a.Uniforms)", "a.own()", 1)
		}
		row.Forms = []dispatch.Form{
			{Kernels: []dispatch.Kernel{{Set: dispatch.AVX512, Lanes: 16}}, Parameters: arguments + count},
			{Kernels: []dispatch.Kernel{{Set: dispatch.AVX2, Lanes: 8}}, Parameters: arguments + "lane int = 4*lane\n" + count},
			{Kernels: []dispatch.Kernel{{Set: dispatch.AVX2, Lanes: 4}}, Parameters: few + "used int = 1<<used - 1\n" + count},
			{Kernels: []dispatch.Kernel{{Set: dispatch.NEON, Lanes: 16}}, Parameters: few + "used int = " + row.Used + "\n" + count},
		}
		rows = append(rows, row)
	}
	return rows
}

// Names are those of the files.
func Names() []string { return slices.Sorted(maps.Keys(files)) }

// exported is the formula's name.
func (k *kernel) exported() string { return strings.ToUpper(k.name[:1]) + k.name[1:] }

// joints are the strides, in joints, as further arguments.
func (k *kernel) joints() (list string) {
	for _, rows := range k.strides {
		list += fmt.Sprintf(", %d", rows/joint)
	}
	for strings.HasSuffix(list, ", 0") {
		list = strings.TrimSuffix(list, ", 0")
	}
	return list
}
