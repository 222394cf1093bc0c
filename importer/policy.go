package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/soa"
)

// Policy limits the imports of a program, whatever their options. A zero field allows everything,
// except for Formats.
type Policy struct {
	// Formats lists the allowed extensions, without dots. Empty means all but those of RiskyFormats.
	Formats []string
	// Isolated runs every import in a child process.
	Isolated bool
	Memory   int64         // bytes of memory in a child
	Time     time.Duration // of an isolated import
	Texels   int64         // of all pictures of a model, decoded
	Children int           // at the same time; others wait
	// AllMemory bounds the sum of the memory limits of concurrent children; others wait. The
	// default is half of the machine's memory.
	AllMemory int64
	// Sandbox lists required layers, see Limits.Sandbox.
	Sandbox []string
}

// policyFile is the environment variable that names a file with a Policy.
const policyFile = "SINEW_IMPORT_POLICY"

// RiskyFormats returns the formats that are imported only if Options.Formats or a policy names them. Their
// readers in libassimp 5.2 crash on one in two (IFC) to one in twenty of the damaged files that they
// reject, or on files of libassimp's own tests. The readers of MD5 and ASE are no better, but these
// formats hold characters; readers of FBX, Collada and X crash on one in fifty at most.
func RiskyFormats() []string { return slices.Clone(risky) }

var risky = []string{"3mf", "cob", "ifc", "iqm", "mdc", "mdl", "ndo", "off", "ply"}

// ReadPolicy reads a policy in JSON. All fields are optional:
//
//	{"formats": ["fbx", "gltf", "glb"], "isolated": true, "memoryMiB": 512, "seconds": 20,
//	 "texels": 16777216, "children": 4, "allMemoryMiB": 2048, "sandbox": ["seccomp"]}
//
// An administrator sets a policy for all programs by the environment variable
// SINEW_IMPORT_POLICY, the name of such a file, which is read before every import. If it cannot
// be read, or is not a regular file of at most 1 MiB, the import fails with an error that wraps
// ErrPolicy.
func ReadPolicy(file string) (p Policy, err error) {
	data, err := readSmall(file, 1<<20)
	if err != nil {
		return p, fmt.Errorf("%w: %w", ErrPolicy, err)
	}
	if p, err = parsePolicy(data); err != nil {
		return p, fmt.Errorf("%w: %s: %w", ErrPolicy, file, err)
	}
	return p, nil
}

// readSmall reads a regular file of at most a number of bytes. Opening a pipe could block.
func readSmall(file string, most int64) ([]byte, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a regular file", file)
	case info.Size() > most:
		return nil, fmt.Errorf("%s: %d bytes, at most %d are read", file, info.Size(), most)
	}
	return os.ReadFile(file)
}

func parsePolicy(data []byte) (p Policy, err error) {
	var any json.RawMessage
	if err := json.Unmarshal(data, &any); err != nil {
		return p, fmt.Errorf("%w%s", soa.ErrFormat, strict.Where(data, err))
	}
	const most = 1 << 40
	count := func(to *int64, unit int64) func(strict.Value) error {
		return func(v strict.Value) error {
			n, err := v.Count(1, int(most/unit))
			*to = int64(n) * unit
			return err
		}
	}
	var seconds, children int64
	err = strict.Pointer(data).Object(map[string]func(strict.Value) error{
		"formats":      func(v strict.Value) (err error) { p.Formats, err = texts(v); return err },
		"isolated":     func(v strict.Value) (err error) { p.Isolated, err = v.Truth(); return err },
		"memoryMiB":    count(&p.Memory, 1<<20),
		"seconds":      count(&seconds, 1),
		"texels":       count(&p.Texels, 1),
		"children":     count(&children, 1),
		"allMemoryMiB": count(&p.AllMemory, 1<<20),
		"sandbox":      func(v strict.Value) (err error) { p.Sandbox, err = texts(v); return err },
	})
	p.Time, p.Children = time.Duration(min(seconds, 1<<30))*time.Second, int(children)
	for i, f := range p.Formats {
		p.Formats[i] = strings.ToLower(strings.TrimPrefix(f, "."))
	}
	return p, err
}

func texts(v strict.Value) (list []string, err error) {
	entries, err := v.Entries(256)
	for _, e := range entries {
		s, failed := e.Text()
		list, err = append(list, s), errors.Join(err, failed)
	}
	return list, err
}

// govern applies the policies to the options for a file of an extension, and finds options out of range.
func (o *settings) govern(extension string) error {
	if o.invalid != nil {
		return o.invalid
	}
	var p Policy
	if file := os.Getenv(policyFile); file != "" {
		var err error
		if p, err = ReadPolicy(file); err != nil {
			return err
		}
	}
	if err := o.allows(&p, extension); err != nil {
		return err
	}
	if p.Isolated && o.isolate == nil {
		o.isolate = &Limits{}
	}
	if p.Texels > 0 {
		o.Bounds.AllTexels = min(o.Bounds.AllTexels, p.Texels)
	}
	o.admission = child.Admission{Children: p.Children, Memory: p.AllMemory}
	if o.isolate != nil {
		l := o.isolate.withDefaults()
		if p.Memory > 0 {
			l.Memory = min(l.Memory, p.Memory)
		}
		if p.Time > 0 {
			l.Time = min(l.Time, p.Time)
		}
		l.Sandbox = append(slices.Clip(l.Sandbox), p.Sandbox...)
		o.isolate = &l
	}
	return nil
}

// allows checks the format.
func (o *settings) allows(p *Policy, extension string) error {
	refused := func(list []string) error {
		return fmt.Errorf("%w: %q is not among its formats: %s", ErrPolicy, extension, strings.Join(list, ", "))
	}
	switch {
	case len(p.Formats) > 0 && !slices.Contains(p.Formats, extension):
		return refused(p.Formats)
	case o.formats != nil && !slices.Contains(o.formats, extension):
		return refused(o.formats)
	case len(p.Formats) == 0 && o.formats == nil && slices.Contains(risky, extension):
		return fmt.Errorf(`%w: libassimp's reader of %q often dies of damaged files: to read it, let %s name a file such as {"formats": [%q], "isolated": true}, or convert it with another program to glTF, FBX or OBJ`,
			ErrPolicy, extension, policyFile, extension)
	}
	return nil
}
