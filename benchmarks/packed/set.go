//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/benchmarks/clips"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// set is the result for all files.
type set struct {
	Files  int           `json:"files"`  // imported
	Failed int           `json:"failed"` // not imported
	Still  int           `json:"still"`  // clips without a track or without a duration
	Clips  []*clipResult `json:"clips"`
}

// clipResult is one clip. Sizes are in bytes, errors in millimetres.
type clipResult struct {
	File    string         `json:"file"`
	Clip    string         `json:"clip"`
	Joints  int            `json:"joints"`
	Seconds float64        `json:"seconds"`
	Rate    float64        `json:"rate"` // of raw samples, a second
	Keys    int            `json:"keys"`
	Raw     int            `json:"raw"`
	Exact   int            `json:"exact"` // its tracks as they are
	Reach   float64        `json:"reach"` // greatest distance of a joint from the origin, in metres
	Bounds  []*boundResult `json:"bounds"`
}

// boundResult is a clip within a bound.
type boundResult struct {
	Bound      float64       `json:"bound"`
	Packed     int           `json:"packed"`
	Small      int           `json:"small"`
	Error      float64       `json:"error"` // measured, of packed
	SmallError float64       `json:"small_error"`
	Kept       string        `json:"kept"`       // why it is exact, or empty
	ExactKeys  int           `json:"exact_keys"` // keys that packed keeps exact
	On         clips.Took    `json:"forward"`    // one character, played on, in ns per joint
	Seek       clips.Took    `json:"random"`     // one character, anywhere
	Peers      []*peerResult `json:"peers,omitempty"`
}

// peerResult is another library's result, from samples.
type peerResult struct {
	Library string     `json:"library"`
	Bytes   int        `json:"bytes"`
	Error   float64    `json:"error"`
	On      clips.Took `json:"forward"`
	Seek    clips.Took `json:"random"`
}

// measureSet compresses the clips of files, and counts files that cannot be imported.
func measureSet(ctx context.Context, files []modelFile, s settings) (*set, error) {
	out := new(set)
	for _, f := range files {
		m, err := importer.Load(ctx, f.path, importer.Options{NoTextures: true, Formats: []string{filepath.Ext(f.path)}, Isolation: &importer.Limits{Time: 2 * time.Minute}})
		if err != nil {
			if ctx.Err() != nil || errors.Is(err, importer.ErrNotServed) {
				return nil, err
			}
			fmt.Fprintf(s.log, "%s: %v\n", f.name, err)
			out.Failed++
			continue
		}
		out.Files++
		for _, c := range m.Clips {
			if len(c.Tracks) == 0 || !(c.Seconds() > 0) {
				out.Still++
				continue
			}
			r, err := measureClip(ctx, m, c, s)
			if err != nil {
				return nil, fmt.Errorf("%s: clip %q: %w", f.name, c.Name, err)
			}
			r.File = f.name
			fmt.Fprintf(s.log, "%s: %s: %d joints, %.1f s\n", f.name, c.Name, r.Joints, r.Seconds)
			out.Clips = append(out.Clips, r)
		}
	}
	if len(out.Clips) == 0 {
		return nil, errors.New("no clip in these files")
	}
	return out, nil
}

func measureClip(ctx context.Context, m *soa.Model, c *soa.Clip, s settings) (*clipResult, error) {
	lossless, err := bake.Pack(ctx, m, c, bake.PackOptions{Lossless: true})
	if err != nil {
		return nil, err
	}
	joints, rate := m.Skeleton.Len(), clips.Rate(c)
	r := &clipResult{
		Clip: c.Name, Joints: joints, Seconds: c.Seconds(), Rate: rate, Keys: len(c.Time), Exact: lossless.Size(),
		Raw: clips.RawJoint * joints * (clips.Intervals(c, rate) + 1),
	}
	sampled, err := clips.Sample(m, c, rate)
	if err != nil {
		return nil, err
	}
	r.Reach = reach(sampled)
	packed, err := packAll(ctx, m, c)
	if err != nil {
		return nil, err
	}
	for i, bound := range bounds {
		b, err := measureBound(m, packed[i], sampled, bound, s)
		if err != nil {
			return nil, err
		}
		if b.Kept != "" {
			b.Kept = fmt.Sprintf("%s; it gets %.3g m from the origin", b.Kept, r.Reach)
		}
		r.Bounds = append(r.Bounds, b)
	}
	return r, nil
}

// packAll packs a clip within each bound, in spans and in Rice codes.
func packAll(ctx context.Context, m *soa.Model, c *soa.Clip) (packed [len(bounds)][2]*soa.Packed, err error) {
	var failed [len(bounds)][2]error
	var wait sync.WaitGroup
	for i, bound := range bounds {
		for k, small := range []bool{false, true} {
			wait.Go(func() {
				packed[i][k], failed[i][k] = bake.Pack(ctx, m, c, bake.PackOptions{Bound: bound, Distance: clips.Distance, Small: small})
			})
		}
	}
	wait.Wait()
	for i := range failed {
		err = errors.Join(err, failed[i][0], failed[i][1])
	}
	return packed, err
}

func measureBound(m *soa.Model, codings [2]*soa.Packed, sampled *clips.Sampled, bound float64, s settings) (*boundResult, error) {
	packed, small := codings[0], codings[1]
	b := &boundResult{Bound: 1000 * bound, Packed: packed.Size(), Small: small.Size(), Error: 1000 * packed.Error, SmallError: 1000 * small.Error, ExactKeys: len(packed.Exact.Time)}
	if packed.Bound == 0 {
		b.Kept = "nothing smaller is within the bound"
	}
	coded, err := clips.Packed(m, packed)
	if err != nil {
		return nil, err
	}
	if b.On, b.Seek, err = both(m, coded, s.long); err != nil {
		return nil, err
	}
	for _, l := range clips.Libraries() {
		if l.Name != "acl" && l.Name != "ozz" {
			continue
		}
		p, err := measurePeer(sampled, l, bound, s)
		if errors.Is(err, clips.ErrRefused) {
			fmt.Fprintf(s.log, "%s: %v\n", sampled.Clip.Name, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		b.Peers = append(b.Peers, p)
	}
	return b, nil
}

func measurePeer(sampled *clips.Sampled, l clips.Library, bound float64, s settings) (*peerResult, error) {
	coded, err := l.Compress(sampled, bound)
	if err != nil {
		return nil, err
	}
	defer coded.Close()
	off, err := sampled.Measure(coded)
	if err != nil {
		return nil, err
	}
	p := &peerResult{Library: l.Name, Bytes: coded.Bytes, Error: 1000 * off.Any}
	p.On, p.Seek, err = both(sampled.Model, coded, s.long)
	return p, err
}

// both times one character, played on and anywhere.
func both(m *soa.Model, c *clips.Coded, long time.Duration) (on, seek clips.Took, err error) {
	if on, err = clips.Time(m.Skeleton.Len(), c.Play, clips.Way{Characters: 1}, long); err != nil {
		return on, seek, err
	}
	seek, err = clips.Time(m.Skeleton.Len(), c.Play, clips.Way{Characters: 1, Random: true}, long)
	return on, seek, err
}

// reach returns the greatest distance of a joint from the origin, in metres.
func reach(s *clips.Sampled) float64 {
	skeleton := exact.NewSkeleton(s.Model, nil)
	clip, pose := skeleton.NewClip(s.Clip), skeleton.NewPose()
	farthest := 0.0
	for k := range s.Samples() {
		clip.At(float64(k), false, &pose)
		for j := range pose.Global {
			farthest = max(farthest, pose.Global[j].Translation().Length())
		}
	}
	return farthest
}
