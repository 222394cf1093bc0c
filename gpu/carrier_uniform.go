package gpu

import (
	"fmt"
	"slices"

	"github.com/go-gl/gl/v3.3-core/gl"
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

func newUniformArray() *uniformArray {
	return &uniformArray{rows: min(integer(gl.MAX_VERTEX_UNIFORM_COMPONENTS)/valuesPerRow-reservedUniforms, maxBlockRows)}
}

func (u *uniformArray) source() (int, string) {
	return 330, fmt.Sprintf("uniform vec4 uRowArray[%d];\n#define ROW(i) uRowArray[i]\n", u.rows)
}

func (u *uniformArray) locate(p *program) { p.array = p.at("uRowArray") }
func (u *uniformArray) limit() int        { return u.rows }

func (u *uniformArray) begin(pages []int) {
	u.first, u.now = u.first[:0], u.now+1
	end := 0
	for _, rows := range pages {
		u.first = append(u.first, end)
		end += rows * valuesPerRow
	}
	u.first = append(u.first, end)
	u.values = slices.Grow(u.values[:0], end)[:end]
}

func (u *uniformArray) room(page int) []float32 { return u.values[u.first[page]:u.first[page+1]] }
func (u *uniformArray) end()                    {}

func (u *uniformArray) bind(page int, p *program) {
	if p.arrayNow == u.now && p.arrayPage == page {
		return
	}
	p.arrayNow, p.arrayPage = u.now, page
	if rows := u.room(page); len(rows) > 0 && p.array >= 0 {
		gl.Uniform4fv(p.array, int32(len(rows)/valuesPerRow), &rows[0])
	}
}

func (u *uniformArray) close() { u.values = nil }
