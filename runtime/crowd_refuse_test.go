package runtime_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// refusal is an error, and the one that it should wrap.
type refusal struct{ err, want error }

func checkRefusals(t *testing.T, list map[string]refusal) {
	t.Helper()
	for name, r := range list {
		if !errors.Is(r.err, r.want) {
			t.Errorf("%s: %v, want %v", name, r.err, r.want)
		}
	}
}

// Bad options are refused when a crowd is made, by every source alike.
func TestNewCrowdRefuses(t *testing.T) {
	nan := math.NaN()
	eachRoad(t, func(t *testing.T, r *road) {
		create := func(n int, o runtime.CrowdOptions) error {
			if o.Layout.Joints == nil && o.Layout.Reserve == nil && o.Layout.Levels == nil && o.Layout.Form == 0 {
				o.Layout = r.layout
			}
			_, err := runtime.NewCrowd(r.source, n, o)
			return err
		}
		level := func(l ...play.LOD) error { return create(1, runtime.CrowdOptions{LODs: l}) }
		layout := func(l pose.LayoutOptions) error { return create(1, runtime.CrowdOptions{Layout: l}) }
		checkRefusals(t, map[string]refusal{
			"negative count":   {create(-1, runtime.CrowdOptions{}), runtime.ErrOption},
			"huge count":       {create(math.MaxInt, runtime.CrowdOptions{}), runtime.ErrOption},
			"negative workers": {create(1, runtime.CrowdOptions{Workers: -1}), runtime.ErrOption},
			"70,000 workers":   {create(1, runtime.CrowdOptions{Workers: 70000}), runtime.ErrOption},
			"default clip":     {create(1, runtime.CrowdOptions{Clip: 4, Play: &play.Options{}}), runtime.ErrRange},
			"default speed":    {create(1, runtime.CrowdOptions{Play: &play.Options{Speed: nan}}), play.ErrTime},
			"level's Every":    {level(play.LOD{Every: -2}), runtime.ErrOption},
			"slow level":       {level(play.LOD{Every: 251}), runtime.ErrOption},
			"level's Detail":   {level(play.LOD{}, play.LOD{Detail: 9}), runtime.ErrOption},
			"no Detail":        {level(play.LOD{Detail: -1}), runtime.ErrOption},
			"many levels":      {level(make([]play.LOD, 128)...), runtime.ErrOption},
			"level's Layers":   {level(play.LOD{Layers: -1}), runtime.ErrOption},
			"no layers":        {create(1, runtime.CrowdOptions{Layers: -1}), runtime.ErrOption},
			"many layers":      {create(1, runtime.CrowdOptions{Layers: play.MaxLayers + 1}), runtime.ErrOption},
			"another's mask":   {create(1, runtime.CrowdOptions{Masks: []pose.Mask{{1, 2, 3, 4}}}), pose.ErrMask},
			"events":           {create(1, runtime.CrowdOptions{MaxEvents: -1}), runtime.ErrOption},
			"too many events":  {create(1, runtime.CrowdOptions{MaxEvents: math.MaxInt}), runtime.ErrOption},
			"a mask of NaN":    {create(1, runtime.CrowdOptions{Masks: []pose.Mask{maskOf(t, r, float32(nan))}}), pose.ErrMask},
			"a huge mask":      {create(1, runtime.CrowdOptions{Masks: []pose.Mask{maskOf(t, r, 1e30)}}), pose.ErrMask},
			"a negative mask":  {create(1, runtime.CrowdOptions{Masks: []pose.Mask{maskOf(t, r, -0.1)}}), pose.ErrMask},
			"markers":          {create(1, runtime.CrowdOptions{Markers: make([]string, 65)}), runtime.ErrOption},
			"root motion":      {create(1, runtime.CrowdOptions{RootMotion: 3}), runtime.ErrOption},
			"unsorted layout":  {layout(pose.LayoutOptions{Levels: []float64{0.2, 0.1}}), runtime.ErrOption},
			"unknown form":     {layout(pose.LayoutOptions{Form: 3}), runtime.ErrOption},
		})
		if r.bank == nil {
			checkRefusals(t, map[string]refusal{
				"kept joint":     {layout(pose.LayoutOptions{Joints: []int{1000}}), runtime.ErrRange},
				"reserved joint": {layout(pose.LayoutOptions{Reserve: []pose.Reservation{{Joint: -1}}}), runtime.ErrRange},
				"reserved scale": {layout(pose.LayoutOptions{Form: pose.FormRig, Reserve: []pose.Reservation{{Scale: true}}}), runtime.ErrOption},
			})
		}
	})
}

// What a crowd is told is checked before anything changes.
func TestCrowdRefuses(t *testing.T) {
	nan := math.NaN()
	eachRoad(t, func(t *testing.T, r *road) {
		c, other := r.crowd(t, 3, runtime.CrowdOptions{}), r.crowd(t, 3, runtime.CrowdOptions{})
		scratch, clips := c.NewScratch(), c.Clips()
		before := bitsOf(t, c, 0)
		var m soa.Affine
		some := func(i ...int) error { return c.UpdateSome(i, 0) }
		checkRefusals(t, map[string]refusal{
			"play instance":       {c.Instance(3).Play(0, play.Options{}), runtime.ErrRange},
			"play clip":           {c.Instance(0).Play(clips, play.Options{}), runtime.ErrRange},
			"play no clip":        {c.Instance(0).Play(soa.None, play.Options{}), runtime.ErrRange},
			"play mode":           {c.Instance(0).Play(0, play.Options{Mode: 3}), runtime.ErrOption},
			"play offset":         {c.Instance(0).Play(0, play.Options{Offset: math.Inf(1)}), play.ErrTime},
			"play some instances": {c.PlaySome([]int{0, 3}, 0, play.Options{}), runtime.ErrRange},
			"play some clip":      {c.PlaySome([]int{0}, clips, play.Options{}), runtime.ErrRange},
			"play all clip":       {c.PlayAll(clips, play.Options{}), runtime.ErrRange},
			"play layer":          {c.Instance(0).Play(0, play.Options{Layer: 4}), runtime.ErrRange},
			"play kind":           {c.Instance(0).Play(0, play.Options{Kind: 5}), runtime.ErrOption},
			"play mask":           {c.Instance(0).Play(0, play.Options{Mask: 1}), runtime.ErrRange},
			"play weight":         {c.Instance(0).Play(0, play.Options{Weight: nan}), runtime.ErrOption},
			"play fade":           {c.Instance(0).Play(0, play.Options{Fade: -1}), runtime.ErrOption},
			"play endless fade":   {c.Instance(0).Play(0, play.Options{FadePart: math.Inf(1)}), play.ErrTime},
			"play curve":          {c.Instance(0).Play(0, play.Options{Curve: 4}), runtime.ErrOption},
			"play transition":     {c.Instance(0).Play(0, play.Options{Transition: 4}), runtime.ErrOption},
			"play half-life":      {c.Instance(0).Play(0, play.Options{HalfLife: -1}), runtime.ErrOption},
			"play group":          {c.Instance(0).Play(0, play.Options{Sync: 256}), runtime.ErrOption},
			"weight instance":     {c.Instance(3).Layer(0).SetWeight(1), runtime.ErrRange},
			"weight layer":        {c.Instance(0).Layer(4).SetWeight(1), runtime.ErrRange},
			"weight of nothing":   {c.Instance(0).Layer(1).SetWeight(1), runtime.ErrRange},
			"weight":              {c.Instance(0).Layer(0).SetWeight(-1), runtime.ErrOption},
			"mask":                {c.Instance(0).Layer(0).SetMask(1, 0), runtime.ErrRange},
			"mask time":           {c.Instance(0).Layer(0).SetMask(0, nan), play.ErrTime},
			"mask before":         {c.Instance(0).Layer(0).SetMask(0, -1), runtime.ErrOption},
			"seek layer":          {c.Instance(0).Layer(1).Seek(0), runtime.ErrRange},
			"layer speed":         {c.Instance(0).Layer(0).SetSpeed(nan), play.ErrTime},
			"transform":           {c.Instance(0).SetTransform(soa.IdentityRoot()), runtime.ErrOption},
			"stop":                {c.Instance(-1).Stop(), runtime.ErrRange},
			"pause":               {c.Instance(3).Pause(), runtime.ErrRange},
			"resume":              {c.Instance(3).Resume(), runtime.ErrRange},
			"seek instance":       {c.Instance(3).Seek(0), runtime.ErrRange},
			"seek time":           {c.Instance(0).Seek(nan), play.ErrTime},
			"speed instance":      {c.Instance(-1).SetSpeed(1), runtime.ErrRange},
			"speed":               {c.Instance(0).SetSpeed(math.Inf(-1)), play.ErrTime},
			"level instance":      {c.Instance(3).SetLOD(0), runtime.ErrRange},
			"level":               {c.Instance(0).SetLOD(1), runtime.ErrRange},
			"joint instance":      {jointError(c.Instance(3), 0), runtime.ErrRange},
			"joint":               {jointError(c.Instance(0), len(c.Layout().Slot)), runtime.ErrRange},
			"joints instance":     {c.Joints([]soa.Affine{m}, []int{3}, []int{0}), runtime.ErrRange},
			"joints":              {c.Joints([]soa.Affine{m}, []int{0}, []int{-1}), runtime.ErrRange},
			"too few matrices":    {c.Joints([]soa.Affine{m}, []int{0, 1}, []int{0}), simd.ErrLength},
			"floats instance":     {c.Instance(3).Floats(nil), runtime.ErrRange},
			"floats":              {c.Instance(0).Floats(make([]float32, len(c.Layout().FloatRest)+1)), simd.ErrLength},
			"update":              {c.Update(nan), play.ErrTime},
			"advance":             {c.Advance(math.Inf(1)), play.ErrTime},
			"some time":           {c.UpdateSome([]int{1}, nan), play.ErrTime},
			"some below":          {some(-1), runtime.ErrRange},
			"some above":          {some(1, 2, 3), runtime.ErrRange},
			"some twice":          {some(1, 1), runtime.ErrRange},
			"some backwards":      {some(2, 1), runtime.ErrRange},
			"no scratch":          {c.RunBlocks(nil, 0, 1, 0), runtime.ErrScratch},
			"another's scratch":   {c.RunBlocks(other.NewScratch(), 0, 1, 0), runtime.ErrScratch},
			"blocks":              {c.RunBlocks(scratch, 0, 2, 0), runtime.ErrRange},
			"blocks backwards":    {c.RunBlocks(scratch, 1, 0, 0), runtime.ErrRange},
			"blocks' time":        {c.RunBlocks(scratch, 0, 1, nan), play.ErrTime},
		})
		must.Do(t, some())
		if sameBits(t, "after refusals", bitsOf(t, c, 0), before); c.Instance(0).Time() != 0 || c.Instance(0).Clip() != play.Rest {
			t.Errorf("refusals changed the instance: %v s of clip %d", c.Instance(0).Time(), c.Instance(0).Clip())
		}
		if empty := r.crowd(t, 0, runtime.CrowdOptions{Workers: 2}); empty.Update(1) != nil || empty.NewScratch().Blocks() != 0 || len(empty.Palettes()) != 0 {
			t.Error("a crowd of none is not empty")
		}
	})
}

// Models, clips and banks that are not valid, that do not fit each other, or whose
// clips last for ever are refused by every source.
func TestSourcesRefuse(t *testing.T) {
	create := func(s runtime.Source) error {
		_, err := runtime.NewCrowd(s, 1, runtime.CrowdOptions{})
		return err
	}
	m := figure.Random(1, 5)
	bank, err := bake.Bank(t.Context(), m, nil, bake.BankOptions{ErrorBound: 1e-2})
	must.Do(t, err)
	packed, err := bake.PackClips(context.Background(), m, nil, bake.PackOptions{})
	must.Do(t, err)

	invalid, endless, jointless := figure.Random(1, 5), figure.Random(1, 5), figure.Random(1, 0)
	invalid.Clips[0].Time[0] = float32(math.NaN())
	endless.Clips[2].TicksPerSecond, endless.Clips[2].Duration = 1e-300, 1e300
	brokenBank, endlessBank, noClips := *bank, *bank, *bank
	brokenBank.Parent = nil
	endlessBank.Clips = append([]soa.BankClip{}, bank.Clips...)
	endlessBank.Clips[1].Seconds = math.Inf(1)
	noClips.Clips = nil
	brokenSpans, endlessSpans := *packed[0], *packed[0]
	brokenSpans.Kind = nil
	endlessSpans.Exact.TicksPerSecond, endlessSpans.Exact.Duration = 1e-300, 1e300
	_, compiled := bake.Bank(context.Background(), endless, nil, bake.BankOptions{})
	_, layout := bake.Layout(context.Background(), m, []*soa.Clip{figure.Random(1, 17).Clips[3]}, pose.LayoutOptions{})
	checkRefusals(t, map[string]refusal{
		"no source":            {create(runtime.Source{}), soa.ErrInvalid},
		"keys of no model":     {create(runtime.Keyframes(nil)), soa.ErrInvalid},
		"keys of no skeleton":  {create(runtime.Keyframes(&soa.Model{})), soa.ErrInvalid},
		"keys of no joints":    {create(runtime.Keyframes(jointless)), soa.ErrInvalid},
		"an invalid clip":      {create(runtime.Keyframes(invalid)), soa.ErrInvalid},
		"endless keys":         {create(runtime.Keyframes(endless)), soa.ErrInvalid},
		"rows of no bank":      {create(runtime.Baked(nil)), soa.ErrInvalid},
		"rows of an empty one": {create(runtime.Baked(&soa.Bank{})), soa.ErrInvalid},
		"rows of no clips":     {create(runtime.Baked(&noClips)), soa.ErrInvalid},
		"a broken bank":        {create(runtime.Baked(&brokenBank)), soa.ErrInvalid},
		"endless rows":         {create(runtime.Baked(&endlessBank)), soa.ErrInvalid},
		"an endless compile":   {compiled, soa.ErrInvalid},
		"spans of no model":    {create(runtime.Compressed(nil, packed)), soa.ErrInvalid},
		"no spans":             {create(runtime.Compressed(m, nil)), soa.ErrInvalid},
		"a nil packed clip":    {create(runtime.Compressed(m, []*soa.Packed{nil})), soa.ErrInvalid},
		"a broken packed clip": {create(runtime.Compressed(m, []*soa.Packed{&brokenSpans})), soa.ErrInvalid},
		"endless spans":        {create(runtime.Compressed(m, []*soa.Packed{packed[1], &endlessSpans})), soa.ErrInvalid},
		"another's spans":      {create(runtime.Compressed(figure.Random(1, 17), packed)), soa.ErrInvalid},
		"another's clip":       {layout, runtime.ErrForeignClip},
		"no archive":           {create(runtime.Archived(nil)), soa.ErrInvalid},
	})
	if _, err := runtime.NewCrowd(runtime.Compressed(m, packed), 1, runtime.CrowdOptions{CacheBytes: -1}); !errors.Is(err, runtime.ErrOption) {
		t.Errorf("a cache of -1 bytes: %v", err)
	}
}

// A second update while one runs is an error, never a mixture of both: run with
// -race this also shows that they share nothing.
func TestCrowdIsBusy(t *testing.T) {
	r := &subjects()[3].roads[0]
	c := r.crowd(t, 4000, runtime.CrowdOptions{Workers: 2, Play: &play.Options{Seed: 1}})
	defer c.Close()
	some := make([]int, c.Len())
	for i := range some {
		some[i] = i
	}
	calls := []func() error{
		func() error { return c.Update(0.25) },
		func() error { return c.Advance(0.25) },
		func() error { return c.UpdateSome(some, 0.25) },
	}
	var group sync.WaitGroup
	var busy, done [4]int
	scratch := c.NewScratch()
	for g := range busy {
		group.Go(func() {
			for k := range 200 {
				call := func() error { return c.RunBlocks(scratch, 0, 1, 0) }
				if g < len(calls) {
					call = calls[(g+k)%len(calls)]
				}
				switch err := call(); {
				case err == nil:
					done[g]++
				case errors.Is(err, runtime.ErrBusy):
					busy[g]++
				default:
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	// Every call that was not refused has advanced every clock once.
	one := r.crowd(t, 1, runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
	for range done[0] + done[1] + done[2] {
		must.Do(t, one.Advance(0.25))
	}
	if c.Instance(0).Time() != one.Instance(0).Time() || busy[0]+busy[1]+busy[2]+busy[3] == 0 {
		t.Errorf("after %v calls, %v refused, the time is %v, want %v", done, busy, c.Instance(0).Time(), one.Instance(0).Time())
	}
}

// One scratch is for one goroutine.
func TestScratchIsBusy(t *testing.T) {
	c := subjects()[3].roads[0].crowd(t, 4000, runtime.CrowdOptions{})
	scratch := c.NewScratch()
	var group sync.WaitGroup
	var busy [2]int
	for g := range busy {
		group.Go(func() {
			for range 200 {
				if err := c.RunBlocks(scratch, g*scratch.Blocks()/2, (g+1)*scratch.Blocks()/2, 0.1); errors.Is(err, runtime.ErrBusy) {
					busy[g]++
				} else if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if busy[0]+busy[1] == 0 {
		t.Error("two goroutines have used one scratch at a time")
	}
}

// An archive is played as what it stores is: a bank, or clips that are packed or not.
func TestArchivedPlaysWhatItStores(t *testing.T) {
	s := subjects()[2]
	m, bank, packed := s.roads[0].model, s.roads[1].bank, s.roads[2].packed
	mixed := append([]*soa.Packed{nil}, packed[1:]...)
	lossless, err := bake.Pack(context.Background(), m, m.Clips[0], bake.PackOptions{Lossless: true})
	must.Do(t, err)
	for name, x := range map[string]struct {
		content archive.Content
		same    runtime.Source
	}{
		"bank":   {archive.Content{Model: m, Banks: []*soa.Bank{bank}}, runtime.Baked(bank)},
		"packed": {archive.Content{Model: m, Packed: packed}, runtime.Compressed(m, packed)},
		"mixed":  {archive.Content{Model: m, Packed: mixed}, runtime.Compressed(m, append([]*soa.Packed{lossless}, packed[1:]...))},
	} {
		data, err := archive.Encode(&x.content)
		must.Do(t, err)
		a, err := archive.Decode(data)
		must.Do(t, err)
		got, want := road{source: runtime.Archived(a)}, road{source: x.same}
		c, d := got.crowd(t, 20, runtime.CrowdOptions{}), want.crowd(t, 20, runtime.CrowdOptions{})
		for i, role := range roles(c.Clips(), 20) {
			role.play(t, c, i)
			role.play(t, d, i)
		}
		must.Do(t, c.Update(0.3))
		must.Do(t, d.Update(0.3))
		for i := range c.Len() {
			sameBits(t, name, bitsOf(t, c, i), bitsOf(t, d, i))
		}
		must.Do(t, a.Close())
		if _, err := runtime.NewCrowd(runtime.Archived(a), 1, runtime.CrowdOptions{}); !errors.Is(err, soa.ErrClosed) {
			t.Errorf("%s: a closed archive: %v", name, err)
		}
	}
	if _, err := archive.Open(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("an archive that is not there")
	}
}
