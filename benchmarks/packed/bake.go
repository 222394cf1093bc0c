//go:build cgo

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// bakedFile is the result of baking a file.
type bakedFile struct {
	Name    string      `json:"name"`
	Seconds float64     `json:"seconds"` // of CPU time, import included
	Failed  string      `json:"failed,omitempty"`
	Clips   []bakedClip `json:"clips,omitempty"`
}

// bakedClip has errors in metres.
type bakedClip struct {
	Name     string  `json:"name"`
	Bytes    int     `json:"bytes"`
	Smaller  float64 `json:"smaller"` // times, than the keys of its file
	On       float64 `json:"on"`      // the error on frames, or on keys where the clip has no frames
	Between  float64 `json:"between"` // the same between them
	OnFrames bool    `json:"on_frames"`
	Bend     float64 `json:"bend"`
	Joints   int     `json:"joints"` // of joints that bend
}

// bakeAll bakes files at the defaults with one worker, one after the other.
func bakeAll(ctx context.Context, files []modelFile) (all []bakedFile, err error) {
	for _, f := range files {
		before := spent()
		model, baked, err := bakeOne(ctx, f.path)
		said := bakedFile{Name: f.name, Seconds: (spent() - before).Seconds()}
		if err != nil {
			said.Failed = err.Error()
		}
		for i := 0; err == nil && i < len(model.Clips); i++ {
			c, failed := measureBaked(model, model.Clips[i], baked.Content.Packed[i], &baked.Clips[i])
			if failed != nil {
				return nil, fmt.Errorf("%s: %w", f.path, failed)
			}
			said.Clips = append(said.Clips, c)
		}
		all = append(all, said)
	}
	return all, nil
}

// bakeOne imports and bakes a file, and encodes its archive.
func bakeOne(ctx context.Context, path string) (*soa.Model, *bake.Baked, error) {
	model, err := importer.Load(ctx, path, importer.Options{})
	if err != nil {
		return nil, nil, err
	}
	baked, err := bake.Bake(ctx, model, bake.Options{Workers: 1})
	if err == nil {
		_, err = archive.Encode(&baked.Content)
	}
	return model, baked, err
}

// measureBaked measures a clip.
func measureBaked(m *soa.Model, clip *soa.Clip, p *soa.Packed, said *bake.ClipReport) (c bakedClip, err error) {
	unpacked, err := bake.Unpack(m, p)
	if err != nil {
		return c, err
	}
	skeleton, against := exact.NewSkeleton(m, nil), clip
	if p.OnFrames {
		against = exact.OnFrames(clip)
	}
	bend, _ := skeleton.Bend(clip, exact.Distance, nil)
	c = bakedClip{Name: clip.Name, Bytes: said.Stored, Smaller: float64(said.Exact) / float64(said.Stored), OnFrames: p.OnFrames, Bend: bend.Max, Joints: bend.Joints}
	c.On, c.Between = offAt(skeleton, against, unpacked)
	return c, nil
}

// offAt measures a clip's errors on frames or keys and at eight times between.
func offAt(skeleton *exact.Skeleton, want, got *soa.Clip) (on, between float64) {
	a, b, p, q := skeleton.NewClip(want), skeleton.NewClip(got), skeleton.NewPose(), skeleton.NewPose()
	off := func(tick float64) float64 {
		a.At(tick, false, &p)
		b.At(tick, false, &q)
		worst := 0.0
		for j := range p.Global {
			worst = max(worst, p.Global[j].Distance(&q.Global[j], exact.Distance))
		}
		return worst
	}
	stops := stopsOf(want, got)
	for i, tick := range stops {
		on = max(on, off(tick))
		if i+1 < len(stops) {
			for m := 1.0; m < 8; m++ {
				between = max(between, off(tick+(stops[i+1]-tick)*m/8))
			}
		}
	}
	return on, between
}

// stopsOf lists the ticks of frames, or of keys for clips without frames.
func stopsOf(clips ...*soa.Clip) []float64 {
	var stops []float64
	if n := exact.Frames(clips[0]); n > 0 {
		for i := range n + 1 {
			stops = append(stops, clips[0].Duration*float64(i)/float64(n))
		}
		return stops
	}
	stops = append(stops, 0, clips[0].Duration)
	for _, c := range clips {
		for _, t := range c.Time {
			stops = append(stops, min(float64(t), clips[0].Duration))
		}
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// bakeTable writes the table of bakeAll.
func bakeTable(all []bakedFile) string {
	var b strings.Builder
	fmt.Fprintln(&b, "| file | CPU s | clip | bytes | smaller | on frames, mm | between, mm | bound about | bends |")
	fmt.Fprintln(&b, "|---|---:|---|---:|---:|---:|---:|---|---|")
	total := 0.0
	for _, f := range all {
		total += f.Seconds
		lead := fmt.Sprintf("%s | %.2f", f.Name, f.Seconds)
		switch {
		case f.Failed != "":
			fmt.Fprintf(&b, "| %s | refused | | | | | | |\n", lead)
		case len(f.Clips) == 0:
			fmt.Fprintf(&b, "| %s | no clip | | | | | | |\n", lead)
		}
		for _, c := range f.Clips {
			about, bends := "curves", "–"
			if c.OnFrames {
				about = "frames"
			}
			if c.Joints > 0 {
				bends = fmt.Sprintf("%.3g mm, %d joints", 1000*c.Bend, c.Joints)
			}
			fmt.Fprintf(&b, "| %s | %s | %d | %.1f× | %.3g | %.3g | %s | %s |\n",
				lead, strings.ReplaceAll(c.Name, "|", `\|`), c.Bytes, c.Smaller, 1000*c.On, 1000*c.Between, about, bends)
			lead = " | "
		}
	}
	fmt.Fprintf(&b, "\n%d files, %.1f CPU seconds.\n", len(all), total)
	return b.String()
}
