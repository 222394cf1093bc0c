package carrier

import (
	"fmt"
	"slices"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
)

// uniformArray carries rows in an array of plain uniforms. They are state of a program,
// so each program is given a page again that another one has already been given.
type uniformArray struct {
	rows   int
	first  []int // value at which a page begins
	values []float32
	now    uint32 // counts begin
}

// reservedUniforms is the number of vec4 that the other uniforms of a vertex shader take
// at most.
const reservedUniforms = 16

// NewUniformArray carries rows in an array of plain uniforms.
func NewUniformArray() Carrier {
	return &uniformArray{rows: min(driver.Integer(gl.MAX_VERTEX_UNIFORM_COMPONENTS)/ValuesPerRow-reservedUniforms, maxBlockRows)}
}

func (u *uniformArray) Source() (int, string) {
	return 330, fmt.Sprintf("uniform vec4 uRowArray[%d];\n#define ROW(i) uRowArray[i]\n", u.rows)
}

func (u *uniformArray) Locate(p *shader.Program) { p.Array = p.At("uRowArray") }
func (u *uniformArray) Limit() int               { return u.rows }

func (u *uniformArray) Begin(pages []int) {
	u.first, u.now = u.first[:0], u.now+1
	end := 0
	for _, rows := range pages {
		u.first = append(u.first, end)
		end += rows * ValuesPerRow
	}
	u.first = append(u.first, end)
	u.values = slices.Grow(u.values[:0], end)[:end]
}

func (u *uniformArray) Room(page int) []float32 { return u.values[u.first[page]:u.first[page+1]] }
func (u *uniformArray) End()                    {}

func (u *uniformArray) Bind(page int, p *shader.Program) {
	if p.ArrayNow == u.now && p.ArrayPage == page {
		return
	}
	p.ArrayNow, p.ArrayPage = u.now, page
	if rows := u.Room(page); len(rows) > 0 && p.Array >= 0 {
		gl.Uniform4fv(p.Array, int32(len(rows)/ValuesPerRow), &rows[0])
	}
}

func (u *uniformArray) Close() { u.values = nil }
