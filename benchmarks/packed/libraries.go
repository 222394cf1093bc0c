//go:build cgo

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/benchmarks/clips"
	"github.com/sinew-anim/sinew/importer"
)

// libraryResult is the first clip of a file in every library.
type libraryResult struct {
	Name    string       `json:"name"`
	Joints  int          `json:"joints"`
	Samples int          `json:"samples"`
	Rate    float64      `json:"rate"`
	Raw     int          `json:"raw"`
	Coded   []codedBound `json:"coded"`
}

// codedBound is a clip in a library within a bound; errors are in millimetres.
type codedBound struct {
	Library string       `json:"library"`
	Bound   float64      `json:"bound"`
	Bytes   int          `json:"bytes"`
	Error   float64      `json:"error"`
	Ways    []clips.Took `json:"ways,omitempty"` // of ways

	// Palettes is Ways with palettes, for libraries that end at the pose without them.
	Palettes []clips.Took `json:"palettes,omitempty"`
}

// ways are those of the table.
var ways = []struct {
	name string
	clips.Way
}{
	{"one, played on", clips.Way{Characters: 1}}, {"one, anywhere", clips.Way{Characters: 1, Random: true}},
	{"16, played on", clips.Way{Characters: 16}}, {"1,000, played on", clips.Way{Characters: 1000}},
	{"1,000, anywhere", clips.Way{Characters: 1000, Random: true}},
}

func compareLibraries(ctx context.Context, files []modelFile, s settings) ([]*libraryResult, error) {
	var list []*libraryResult
	for _, f := range files {
		m, err := importer.Load(ctx, f.path, importer.Options{NoTextures: true, Formats: []string{filepath.Ext(f.path)}, Isolation: &importer.Limits{}})
		if err != nil {
			return nil, err
		}
		if len(m.Clips) == 0 || !(m.Clips[0].Seconds() > 0) {
			return nil, fmt.Errorf("%s: no clip", f.name)
		}
		rate := f.rate
		if rate == 0 {
			rate = clips.Rate(m.Clips[0])
		}
		sampled, err := clips.Sample(m, m.Clips[0], rate)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		r := &libraryResult{
			Name: strings.TrimSuffix(f.name, filepath.Ext(f.name)), Joints: sampled.Joints(), Samples: sampled.Samples(),
			Rate: sampled.Clip.TicksPerSecond, Raw: clips.RawJoint * sampled.Joints() * sampled.Samples(),
		}
		for _, bound := range bounds {
			for _, l := range clips.Libraries() {
				fmt.Fprintf(s.log, "%s: %s within %g mm\n", f.name, l.Name, 1000*bound)
				c, err := codeBound(sampled, l, bound, s)
				if err != nil {
					return nil, fmt.Errorf("%s: %s: %w", f.name, l.Name, err)
				}
				r.Coded = append(r.Coded, c)
			}
		}
		list = append(list, r)
	}
	return list, nil
}

func codeBound(sampled *clips.Sampled, l clips.Library, bound float64, s settings) (codedBound, error) {
	out := codedBound{Library: l.Name, Bound: 1000 * bound}
	c, err := l.Compress(sampled, bound)
	if err != nil {
		return out, err
	}
	defer c.Close()
	off, err := sampled.Measure(c)
	if err != nil {
		return out, err
	}
	out.Bytes, out.Error = c.Bytes, 1000*off.Any
	if out.Ways, err = timeWays(sampled.Joints(), c.Play, s); err != nil {
		return out, err
	}
	out.Palettes, err = timeWays(sampled.Joints(), c.Palettes, s)
	return out, err
}

// timeWays times all ways, if the library has them.
func timeWays(joints int, start func(clips.Way) (func(int) error, error), s settings) (list []clips.Took, err error) {
	if start == nil {
		return nil, nil
	}
	for _, w := range ways {
		took, err := clips.Time(joints, start, w.Way, s.long)
		if err != nil {
			return nil, err
		}
		list = append(list, took)
	}
	return list, nil
}

// columns are the libraries that were there, and their names in tables.
func columns(list []*libraryResult) (libraries, names []string) {
	called := map[string]string{"sinew": "Sinew", "sinew-small": "Sinew, small", "acl": "ACL", "ozz": "ozz", "ozz-bound": "ozz within it"}
	for _, c := range list[0].Coded {
		if c.Bound == list[0].Coded[0].Bound {
			libraries, names = append(libraries, c.Library), append(names, called[c.Library])
		}
	}
	return libraries, names
}

// libraryTables writes sizes and errors, then times.
func libraryTables(name string, list []*libraryResult) string {
	var b strings.Builder
	if name != "" {
		fmt.Fprintf(&b, "%s.\n\n", name)
	}
	libraries, names := columns(list)
	fmt.Fprintf(&b, "| clip | within | raw | %s |\n|---|---|---:|%s\n", strings.Join(names, " | "), strings.Repeat("---:|", len(names)))
	for _, r := range list {
		for _, bound := range bounds {
			fmt.Fprintf(&b, "| %s: %d joints, %s samples | %g mm | %s |", r.Name, r.Joints, thousands(r.Samples), 1000*bound, thousands(r.Raw))
			for _, l := range libraries {
				c := r.at(l, bound)
				fmt.Fprintf(&b, " %s (%s mm) |", thousands(c.Bytes), digits(c.Error))
			}
			b.WriteByte('\n')
		}
	}
	b.WriteString("\n| clip | library |")
	for _, w := range ways {
		fmt.Fprintf(&b, " %s |", w.name)
	}
	fmt.Fprintf(&b, "\n|---|---|%s\n", strings.Repeat("---:|", len(ways)))
	for _, r := range list {
		for i, l := range libraries {
			c := r.at(l, bounds[0])
			if l == "ozz-bound" {
				continue
			}
			timesRow(&b, r.Name, names[i], c.Ways)
			timesRow(&b, r.Name, names[i]+", with palettes", c.Palettes)
		}
	}
	return b.String()
}

func timesRow(b *strings.Builder, clip, library string, times []clips.Took) {
	if times == nil {
		return
	}
	fmt.Fprintf(b, "| %s | %s |", clip, library)
	for _, took := range times {
		fmt.Fprintf(b, " %s |", digits(took.Least))
	}
	b.WriteByte('\n')
}

func (r *libraryResult) at(library string, bound float64) *codedBound {
	for i := range r.Coded {
		if c := &r.Coded[i]; c.Library == library && c.Bound == 1000*bound {
			return c
		}
	}
	return new(codedBound)
}
