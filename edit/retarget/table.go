package retarget

import (
	"encoding/json"
	"fmt"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/soa"
)

// Table is the content of a file of joints.
type Table struct {
	Joints map[string]string // see humanoid.Options
	Mirror map[string]string // see MirrorOptions
}

// ParseTable reads a table from JSON. Joints are named by names or paths; null means none:
//
//	{
//	  "joints": {"Hips": "pelvis", "Spine3": "spine_05", "Ball": null},
//	  "mirror": {"boot": "sandal", "sword": null}
//	}
//
// The error wraps soa.ErrFormat.
func ParseTable(data []byte) (*Table, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, fmt.Errorf("%w: it is no JSON%s", soa.ErrFormat, strict.Where(data, err))
	}
	t := &Table{Joints: map[string]string{}, Mirror: map[string]string{}}
	return t, strict.Pointer(data).Object(map[string]func(strict.Value) error{
		"joints": func(v strict.Value) error { return readNames(v, t.Joints) },
		"mirror": func(v strict.Value) error { return readNames(v, t.Mirror) },
	})
}

func readNames(v strict.Value, names map[string]string) error {
	fields, err := v.Fields()
	for _, f := range fields {
		name := ""
		if !f.Value.Is("n") {
			if name, err = f.Value.Text(); err != nil {
				return err
			}
		}
		names[f.Key] = name
	}
	return err
}
