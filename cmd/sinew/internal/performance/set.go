package performance

import (
	"fmt"
	"path"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// setFloat is a float of the model that a flag sets.
type setFloat struct {
	float int
	value float32
}

// floatsOf resolves the flags --float for a model. A float is named as sinew info lists it, or by
// what follows the last slash.
func (s *Flags) floatsOf(file string, m *soa.Model) (list []setFloat, err error) {
	for _, text := range s.Floats {
		name, number, ok := strings.Cut(text, "=")
		if !ok {
			return nil, console.Usagef("--float %s: it is not of the form NAME=VALUE", text)
		}
		value, err := console.FiniteNumber("--float "+name, number)
		if err != nil {
			return nil, err
		}
		f, err := findFloat(m, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		list = append(list, setFloat{f, float32(value)})
	}
	return list, nil
}

func findFloat(m *soa.Model, name string) (int, error) {
	names := make([]string, len(m.Floats))
	found := soa.None
	for i := range m.Floats {
		whole := m.Floats[i].Name
		if whole == name {
			return i, nil
		}
		if names[i] = path.Base(whole); names[i] == name {
			if found != soa.None {
				return 0, fmt.Errorf("--float: %q means %q and %q", name, m.Floats[found].Name, whole)
			}
			found = i
		}
	}
	if found == soa.None {
		return 0, fmt.Errorf("--float: the model has no float %q%s", name, suggest.Hint(names, name))
	}
	return found, nil
}

// set sets the floats of all instances.
func (p *Performance) set(crowd *runtime.Crowd) error {
	for i := range crowd.Len() {
		for _, f := range p.floats {
			if err := crowd.Instance(i).SetFloat(f.float, f.value); err != nil {
				return err
			}
		}
	}
	return nil
}
