package weights

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/soa"
)

// ErrUnsupported reports an array that is well-formed but not of two dimensions and floats.
var ErrUnsupported = errors.New("not a matrix of floats")

// maxMatrixValues is the largest number of values of a matrix.
const maxMatrixValues = 1 << 29

// Matrix is weights that another program computed: one row per vertex, one column per joint.
//
//	          hips  spine  arm.L
//	vertex 0   0.5    0.5      0
//	vertex 1     0   0.25   0.75
type Matrix struct {
	Rows, Columns int
	Value         []float32 // row by row
	Joint         []string  // per column: its joint, or nil where the file names none
}

// Row returns a row.
func (m *Matrix) Row(i int) []float32 { return m.Value[i*m.Columns : (i+1)*m.Columns] }

// ReadMatrix reads a file of either format: .npy of NumPy, versions 1 to 3, of float16, float32 and
// float64 in either byte order, stored by rows (C) or by columns (Fortran); or JSON, a list of rows or an
// object that names the joints too:
//
//	{"joints": ["hips", "spine", "arm.L"], "weights": [[0.5, 0.5, 0], [0, 0.25, 0.75]]}
//
// Values are read as they are, also those that are no weights. Errors wrap soa.ErrFormat,
// soa.ErrTooLarge or ErrUnsupported. Source of .npy: NumPy Enhancement Proposal 1, and numpy.lib.format.
func ReadMatrix(data []byte) (*Matrix, error) {
	if bytes.HasPrefix(data, []byte(magic)) {
		return readNPY(data)
	}
	if !json.Valid(data) {
		var any any
		err := json.Unmarshal(data, &any)
		return nil, fmt.Errorf("%w: neither .npy nor JSON: %w", soa.ErrFormat, err)
	}
	return readJSON(strict.Pointer(data))
}

// readJSON reads a list of rows, or an object with names.
func readJSON(v strict.Value) (*Matrix, error) {
	m := &Matrix{}
	if v.Is("[") {
		if err := m.readRows(v); err != nil {
			return nil, err
		}
		return m, nil
	}
	given := false
	err := v.Object(map[string]func(strict.Value) error{
		"weights": func(v strict.Value) error {
			given = true
			return m.readRows(v)
		},
		"joints": func(v strict.Value) error {
			list, err := entries(v, 1<<16)
			m.Joint = make([]string, len(list))
			for i := range list {
				if err == nil {
					m.Joint[i], err = list[i].Text()
				}
			}
			return err
		},
	})
	switch {
	case err != nil:
		return nil, err
	case !given:
		return nil, v.Wrong("has no weights")
	case m.Joint != nil && len(m.Joint) != m.Columns && m.Rows > 0:
		return nil, v.Wrong("names %d joints and has %d columns", len(m.Joint), m.Columns)
	case m.Joint != nil:
		m.Columns = len(m.Joint)
	}
	return m, nil
}

// readRows reads a list of rows of one length.
func (m *Matrix) readRows(v strict.Value) error {
	rows, err := entries(v, maxMatrixValues)
	if err != nil {
		return err
	}
	m.Rows, m.Value = len(rows), nil
	for i, row := range rows {
		list, err := entries(row, 1<<16)
		if err != nil {
			return err
		}
		if i == 0 {
			m.Columns = len(list)
		}
		if len(list) != m.Columns {
			return row.Wrong("has %d values, the rows before it %d", len(list), m.Columns)
		}
		if len(m.Value)+len(list) > maxMatrixValues {
			return fmt.Errorf("%w: more than %d values", soa.ErrTooLarge, maxMatrixValues)
		}
		for _, value := range list {
			x, err := value.Float(32)
			if err != nil {
				return err
			}
			m.Value = append(m.Value, float32(x))
		}
	}
	return nil
}

// entries lists the entries of a list, which may be empty.
func entries(v strict.Value, most int) ([]strict.Value, error) {
	list, err := v.Entries(most + 1)
	if err == nil && len(list) > most {
		return nil, fmt.Errorf("%w: more than %d entries", soa.ErrTooLarge, most)
	}
	return list, err
}
