package fbx

import (
	"math"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// curve reads a curve of no more than that many keys.
func (t *takes) curve(id int64, most int) (*Curve, error) {
	o, ok := t.objects[id]
	if !ok {
		return nil, malformed("curve %d is nowhere", id)
	}
	var raw rawCurve
	var err error
	if t.text {
		err = raw.readText(t, o, most)
	} else {
		err = t.body(o).forEachChild(func(name string, in records) error { return raw.read(t, name, in, most) })
	}
	if err != nil {
		return nil, err
	}
	return raw.curve()
}

// read reads one record of a binary curve.
func (c *rawCurve) read(t *takes, name string, in records, most int) (err error) {
	switch name {
	case "KeyTime":
		c.time, c.shared, err = in.times(t.scale(), most)
	case "KeyValueFloat":
		c.value, err = in.numbers(most)
	case "KeyAttrFlags":
		c.flags, err = in.integers(most)
	case "KeyAttrRefCount":
		c.count, err = in.integers(most)
	case "KeyAttrDataFloat":
		c.slope, c.pack, err = in.slopes(4 * most)
	case "Pre-Extrapolation":
		err = c.before.read(in)
	case "Post-Extrapolation":
		err = c.after.read(in)
	}
	return err
}

// append adds an element of a text file's array: as an integer or as bits, and as a
// number.
func (c *rawCurve) append(array string, n int64, v, scale float64) {
	switch array {
	case "KeyTime":
		c.time = append(c.time, float64(float64(n)*scale))
	case "KeyValueFloat":
		c.value = append(c.value, v)
	case "KeyAttrFlags":
		c.flags = append(c.flags, n)
	case "KeyAttrDataFloat":
		c.slope, c.pack = append(c.slope, v), append(c.pack, uint32(n))
	case "KeyAttrRefCount":
		c.count = append(c.count, n)
	}
}

// readText reads the arrays of a text file's curve.
func (c *rawCurve) readText(t *takes, o object, most int) (err error) {
	t.textBlock(o, func(open []string, name, rest string) {
		if len(open) != 2 || err != nil {
			return
		}
		switch open[1] {
		case "Pre-Extrapolation":
			c.before.readText(name, rest)
			return
		case "Post-Extrapolation":
			c.after.readText(name, rest)
			return
		}
		if name != "a" && name != "" {
			return
		}
		for s := range strings.SplitSeq(rest, ",") {
			s = strings.TrimSpace(s)
			if s == "" {
				continue
			}
			v, wrong := strconv.ParseFloat(s, 64)
			if wrong != nil {
				err = malformed("a curve has the number %q", s)
				return
			}
			n, wrong := strconv.ParseInt(s, 10, 64)
			if open[1] == "KeyAttrDataFloat" {
				// An integer has the bits of the number.
				if wrong == nil && !t.old {
					v = float64(math.Float32frombits(uint32(n)))
				} else {
					n = int64(math.Float32bits(float32(v)))
				}
			}
			c.append(open[1], n, v, t.scale())
		}
		if len(c.time) > most || len(c.value) > most || len(c.slope) > 4*most {
			err = soa.ErrTooLarge
		}
	})
	return err
}
