package pose_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// banks are banks of both forms, with levels of detail.
func banks(t *testing.T) map[string]*soa.Bank {
	t.Helper()
	list := map[string]*soa.Bank{}
	walk := figure.Character(figure.Motion{Name: "walk", Seconds: 0.4})
	for name, x := range map[string]struct {
		model *soa.Model
		form  pose.FormChoice
	}{
		"rig": {walk, pose.FormRig}, "general": {walk, pose.FormGeneral}, "random": {figure.Random(7, 5), pose.FormGeneral},
	} {
		bank, err := bake.Bank(context.Background(), x.model, nil, bake.BankOptions{ErrorBound: 1e-3, LayoutOptions: pose.LayoutOptions{Form: x.form, AllJoints: true}})
		must.Do(t, err)
		list[name] = bank
	}
	return list
}

func newLayout(t *testing.T, bank *soa.Bank) *pose.Layout {
	t.Helper()
	l, err := pose.New(&bank.Layout)
	must.Do(t, err)
	return l
}

func bits(values []float32) []uint32 {
	out := make([]uint32, len(values))
	for i, v := range values {
		out[i] = math.Float32bits(v)
	}
	return out
}

// places are blocks whose lanes stand anywhere between the rows of a bank.
func places(bank *soa.Bank, blocks int) []simd.Frames {
	r := rand.New(rand.NewPCG(1, 1))
	at := make([]simd.Frames, blocks)
	for b := range at {
		for l := range simd.Lanes {
			at[b].Row[l], at[b].Alpha[l] = int64(r.IntN(bank.RowCount()-1)*bank.Stride()), r.Float32()
		}
	}
	at[0].Alpha[3], at[0].Alpha[4] = 0, 1
	return at
}

// A block's palettes and those of one instance, between rows or from a row, are the
// same bits, at every level of detail and with every instruction set; a level's left
// out slots are those that stand in for them.
func TestStagesGiveTheSameBits(t *testing.T) {
	for name, bank := range banks(t) {
		l := newLayout(t, bank)
		at, stride, width := &places(bank, 1)[0], l.PaletteStride(), 12*l.Rotations()
		rows := l.BankRows(bank)
		var whole []uint32 // in plain Go, of all slots
		for _, isa := range simd.ISAs() {
			restore, err := simd.Use(isa)
			must.Do(t, err)
			for k := range bank.Levels {
				d, what := l.Detail(k), fmt.Sprintf("%s, %v, detail %d", name, isa, k)
				block, scratch := simd.AlignedFloat32(l.BlockValues()), simd.AlignedFloat32(d.ScratchValues())
				palettes, alone := make([]float32, simd.Lanes*stride), make([]float32, width)
				must.Do(t, l.SampleRows(block, rows, at))
				must.Do(t, d.ToPalettes(simd.Palettes{Values: palettes, Stride: stride}, block, scratch))
				for lane, row := range at.Row {
					got := bits(palettes[lane*stride:][:width])
					next := row + int64(rows.Stride)
					must.Do(t, d.SamplePalette(alone, rows.Values[row:next], rows.Values[next:next+int64(rows.Stride)], at.Alpha[lane], scratch))
					if !slices.Equal(got, bits(alone)) {
						t.Fatalf("%s: lane %d differs from one instance", what, lane)
					}
					must.Do(t, d.ToPalette(alone, rowOf(l, block, lane), scratch))
					if !slices.Equal(got, bits(alone)) {
						t.Fatalf("%s: lane %d differs from one instance's row", what, lane)
					}
					if len(whole) < simd.Lanes*width {
						whole = append(whole, got...)
					}
					for s, in := range bank.Levels[k].StandIn {
						if want := whole[lane*width+12*int(in):][:12]; !slices.Equal(got[12*s:12*s+12], want) {
							t.Fatalf("%s: lane %d, slot %d, moved by %d", what, lane, s, in)
						}
					}
				}
			}
			restore()
		}
	}
}

// rowOf copies the pose of a lane into a row.
func rowOf(l *pose.Layout, block []float32, lane int) []float32 {
	row := make([]float32, l.RowValues())
	for c := range l.Columns() {
		for k := range 4 {
			row[4*c+k] = block[l.BlockRow(c)+k*simd.Lanes+lane]
		}
	}
	return row
}

// The rest pose is where the oracle puts the model without a clip, as a row and as a
// block, and a block of rows that lie on a row shows the row.
func TestReset(t *testing.T) {
	m := figure.Random(7, 5)
	bank := banks(t)["random"]
	l := newLayout(t, bank)
	scratch, stride := make([]float32, l.ScratchValues()), l.PaletteStride()
	block, palettes, one := make([]float32, l.BlockValues()), make([]float32, simd.Lanes*stride), make([]float32, stride)
	must.Do(t, l.Reset(block))
	must.Do(t, l.ToPalettes(simd.Palettes{Values: palettes, Stride: stride}, block, scratch))
	must.Do(t, l.ToPalette(one, bank.Rest, scratch))
	model := make([]float32, 12*simd.Lanes*m.Skeleton.Len())
	slots := make([]int, m.Skeleton.Len())
	for j := range slots {
		slots[j] = int(bank.Slot[j])
	}
	must.Do(t, l.ToModel(model, palettes, stride, slots))
	want := oracle.Evaluate(m, nil, 0)
	for j := range slots {
		for k := range 12 {
			for lane := range simd.Lanes {
				if got := model[(12*j+k)*simd.Lanes+lane]; math.Abs(float64(got)-want.Model[j][k]) > 1e-4 {
					t.Fatalf("joint %d, lane %d: element %d is %v, want %v", j, lane, k, got, want.Model[j][k])
				}
			}
		}
	}
	if !slices.Equal(bits(palettes[3*stride:][:12*l.Rotations()]), bits(one[:12*l.Rotations()])) {
		t.Error("the rest pose of a block is not that of a row")
	}
}

// A sum of one pose with all of the weight is the pose; halves of two lie between
// them, whatever the sign of a quaternion and the order; what is missing comes from
// the rest pose.
func TestAccumulate(t *testing.T) {
	for name, bank := range banks(t) {
		l := newLayout(t, bank)
		at := places(bank, 2)
		a, b, sum, other := make([]float32, l.BlockValues()), make([]float32, l.BlockValues()), make([]float32, l.BlockValues()), make([]float32, l.BlockValues())
		must.Do(t, l.SampleRows(a, l.BankRows(bank), &at[0]))
		must.Do(t, l.SampleRows(b, l.BankRows(bank), &at[1]))
		flipped := slices.Clone(b)
		for s := range l.Rotations() {
			for k := range 4 * simd.Lanes {
				flipped[l.BlockRow(s)+k] = -flipped[l.BlockRow(s)+k]
			}
		}
		var full, half, third [simd.Lanes]float32
		for i := range full {
			full[i], half[i], third[i] = 1, 0.5, 0.25
		}
		must.Do(t, l.Accumulate(sum, a, &full, nil, true))
		must.Do(t, l.Finish(sum, 1))
		same := func(what string, x, y []float32) {
			t.Helper()
			stride, scratch := l.PaletteStride(), make([]float32, l.ScratchValues())
			p, q := make([]float32, simd.Lanes*stride), make([]float32, simd.Lanes*stride)
			must.Do(t, l.ToPalettes(simd.Palettes{Values: p, Stride: stride}, x, scratch))
			must.Do(t, l.ToPalettes(simd.Palettes{Values: q, Stride: stride}, y, scratch))
			for i := range p {
				if math.Abs(float64(p[i]-q[i])) > 1e-4 {
					t.Fatalf("%s, %s: value %d is %v, want %v", name, what, i, p[i], q[i])
				}
			}
		}
		same("one pose", sum, a)
		must.Do(t, l.Accumulate(sum, a, &half, nil, true))
		must.Do(t, l.Accumulate(sum, b, &half, nil, false))
		must.Do(t, l.Finish(sum, 1))
		must.Do(t, l.Accumulate(other, flipped, &third, nil, true))
		must.Do(t, l.Accumulate(other, a, &third, nil, false))
		must.Do(t, l.Accumulate(other, b, &third, nil, false))
		must.Do(t, l.Accumulate(other, a, &third, nil, false))
		must.Do(t, l.Finish(other, 1))
		same("in another order", other, sum)
		for lane := range simd.Lanes {
			one := make([]float32, l.SumValues())
			must.Do(t, l.AccumulateRow(one, rowOf(l, a, lane), 0.5, nil, true))
			must.Do(t, l.AccumulateRow(one, rowOf(l, b, lane), 0.5, nil, false))
			must.Do(t, l.FinishRow(one, 1))
			if !slices.Equal(bits(one[:l.RowValues()]), bits(rowOf(l, sum, lane))) {
				t.Fatalf("%s: lane %d differs from one instance", name, lane)
			}
		}
		// No weight at all is the rest pose, by lane and by column.
		must.Do(t, l.Reset(other))
		must.Do(t, l.Accumulate(sum, a, &[simd.Lanes]float32{}, nil, true))
		must.Do(t, l.Finish(sum, 1))
		same("no weight", sum, other)
		must.Do(t, l.Accumulate(sum, a, &full, make([]float32, l.Columns()), true))
		must.Do(t, l.Finish(sum, 1))
		same("no column", sum, other)
	}
}

func TestLayoutRefuses(t *testing.T) {
	bank := banks(t)["rig"]
	l := newLayout(t, bank)
	block, scratch, stride := make([]float32, l.BlockValues()), make([]float32, l.ScratchValues()), l.PaletteStride()
	out := make([]float32, simd.Lanes*stride)
	whole := simd.Palettes{Values: out, Stride: stride}
	outside := simd.Frames{}
	outside.Row[3] = int64(len(bank.Rows) - bank.Stride())
	_, none := pose.New(nil)
	_, broken := pose.New(&soa.Layout{})
	for name, x := range map[string]struct{ err, want error }{
		"no layout":            {none, soa.ErrInvalid},
		"broken layout":        {broken, soa.ErrInvalid},
		"outside":              {l.SampleRows(block, l.BankRows(bank), &outside), simd.ErrLength},
		"short block":          {l.SampleRows(block[1:], l.BankRows(bank), &simd.Frames{}), simd.ErrLength},
		"reset a short block":  {l.Reset(block[1:]), simd.ErrLength},
		"no block":             {l.ToPalettes(whole, nil, scratch), simd.ErrLength},
		"no scratch":           {l.ToPalettes(whole, block, nil), simd.ErrLength},
		"no room":              {l.ToPalettes(simd.Palettes{Values: out[:stride], Stride: stride}, block, scratch), simd.ErrLength},
		"short palette":        {l.ToPalette(out[:12*l.Rotations()-1], bank.Rest, scratch), simd.ErrLength},
		"short row":            {l.ToPalette(out, bank.Rest[1:], scratch), simd.ErrLength},
		"short second row":     {l.SamplePalette(out, bank.Rest, bank.Rest[1:], 0.5, scratch), simd.ErrLength},
		"a short sum":          {l.Accumulate(block[1:], block, &[simd.Lanes]float32{}, nil, true), simd.ErrLength},
		"a short pose":         {l.Accumulate(block, block[1:], &[simd.Lanes]float32{}, nil, true), simd.ErrLength},
		"few columns":          {l.Accumulate(block, block, &[simd.Lanes]float32{}, make([]float32, l.Columns()-1), true), simd.ErrLength},
		"a short sum of one":   {l.AccumulateRow(make([]float32, l.SumValues()-1), bank.Rest, 1, nil, true), simd.ErrLength},
		"a short row to add":   {l.AccumulateRow(make([]float32, l.SumValues()), bank.Rest[1:], 1, nil, true), simd.ErrLength},
		"finish a short one":   {l.FinishRow(make([]float32, l.SumValues()-1), 1), simd.ErrLength},
		"finish a short sum":   {l.Finish(block[1:], 1), simd.ErrLength},
		"over a short block":   {l.FinishOver(block, block[1:], 1), simd.ErrLength},
		"a short sum over":     {l.FinishOver(block[1:], block, 1), simd.ErrLength},
		"over a short row":     {l.OverRow(make([]float32, l.SumValues()), bank.Rest[1:], 1), simd.ErrLength},
		"add a short block":    {l.Add(block, block[1:], &[simd.Lanes]float32{}, nil), simd.ErrLength},
		"add a short row":      {l.AddRow(bank.Rest, bank.Rest[1:], 1, nil), simd.ErrLength},
		"add few columns":      {l.Add(block, block, &[simd.Lanes]float32{}, make([]float32, l.Columns()-1)), simd.ErrLength},
		"offset a short block": {l.Offset(block[1:], block, &simd.Offsets{Values: bank.Rest}), simd.ErrLength},
		"no offsets":           {l.Offset(block, block, &simd.Offsets{}), simd.ErrLength},
		"offset a short row":   {l.OffsetRow(bank.Rest[1:], bank.Rest, 1, 0, 0), simd.ErrLength},
		"no destination":       {l.MakeOffset(slices.Clone(bank.Rest), &pose.Transition{Source: bank.Rest}), simd.ErrLength},
		"a short source": {l.MakeOffset(slices.Clone(bank.Rest),
			&pose.Transition{Source: bank.Rest, Destination: bank.Rest, SourceBefore: bank.Rest[1:]}), simd.ErrLength},
		"over a short model":     {l.OverModel(block, block[1:], &[simd.Lanes]float32{}, nil, l.NewModelScratch()), simd.ErrLength},
		"over a short model row": {l.OverModelRow(bank.Rest[1:], bank.Rest, 1, nil, l.NewModelScratch()), simd.ErrLength},
		"over few columns":       {l.OverModelRow(bank.Rest, bank.Rest, 1, make([]float32, l.Columns()-1), l.NewModelScratch()), simd.ErrLength},
		"foreign scratch":        {l.OverModelRow(bank.Rest, bank.Rest, 1, nil, &pose.ModelScratch{}), simd.ErrLength},
		"a short model":          {l.ToModel(make([]float32, 12*simd.Lanes-1), out, stride, []int{0}), simd.ErrLength},
		"short palettes":         {l.ToModel(make([]float32, 12*simd.Lanes), out[:stride], stride, []int{0}), simd.ErrLength},
		"slot":                   {l.ToModel(make([]float32, 12*simd.Lanes), out, stride, []int{l.Rotations()}), soa.ErrRange},
	} {
		if !errors.Is(x.err, x.want) {
			t.Errorf("%s: %v, want %v", name, x.err, x.want)
		}
	}
	if stride%16 != 0 || stride/16%2 != 1 || stride < 12*l.Rotations() {
		t.Errorf("palettes are %d values apart", stride)
	}
}

// A mask fades below a joint, finds joints by name and by pattern, and becomes the
// weights of the columns that its joints have.
func TestMask(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.1})
	k := m.Skeleton
	mask := pose.NewMask(k, 0)
	must.Do(t, mask.Subtree(k, "spine0", 1, 3))
	weight := func(name string) float32 { return mask[slices.Index(k.Name, name)] }
	for name, want := range map[string]float32{"root0": 0, "root1": 0, "spine0": 1. / 3, "spine1": 2. / 3, "spine2": 1, "neck0": 1, "left arm3": 1, "left leg0": 0} {
		if got := weight(name); got != want {
			t.Errorf("%s has the weight %v, want %v", name, got, want)
		}
	}
	must.Do(t, mask.Match(k, "*arm?", 0.25))
	must.Do(t, mask.Joints(k, 0.5, "jaw0", "left eye0"))
	if weight("right arm2") != 0.25 || weight("jaw0") != 0.5 || weight("spine3") != 1 {
		t.Errorf("weights %v, %v and %v", weight("right arm2"), weight("jaw0"), weight("spine3"))
	}
	before := slices.Clone(mask)
	for name, x := range map[string]struct{ err, want error }{
		"name":        {mask.Joints(k, 1, "jaw0", "tail"), pose.ErrJoint},
		"pattern":     {mask.Match(k, "tail*", 1), pose.ErrJoint},
		"bad pattern": {mask.Match(k, "[", 1), path.ErrBadPattern},
		"subtree":     {mask.Subtree(k, "tail", 1, 0), pose.ErrJoint},
	} {
		if !errors.Is(x.err, x.want) {
			t.Errorf("%s: %v, want %v", name, x.err, x.want)
		}
	}
	if !slices.Equal(mask, before) {
		t.Error("refused calls changed the mask")
	}

	l, err := bake.Layout(context.Background(), m, nil, pose.LayoutOptions{Reserve: []pose.Reservation{{Joint: 9, Translation: true, Scale: true}}})
	must.Do(t, err)
	columns, err := l.ColumnWeights(mask, 0.75)
	must.Do(t, err)
	for j, s := range l.Slot {
		for _, c := range []int{int(s), l.Rotations() + int(l.TranslationColumn[s]), l.Rotations() + int(l.ScaleColumn[s])} {
			if c != l.Rotations()+soa.None && columns[c] != mask[j] {
				t.Errorf("column %d of joint %d weighs %v, want %v", c, j, columns[c], mask[j])
			}
		}
	}
	if s := l.Slot[9]; l.TranslationColumn[s] < 0 || l.ScaleColumn[s] < 0 || l.Form != soa.General || columns[l.Rotations()-1] != 0 {
		t.Errorf("reserved columns %d and %d, form %v, padding weighs %v", l.TranslationColumn[s], l.ScaleColumn[s], l.Form, columns[l.Rotations()-1])
	}
	if _, err := l.ColumnWeights(mask[1:], 0); !errors.Is(err, pose.ErrMask) {
		t.Errorf("another skeleton's mask: %v", err)
	}
}

// A mirrored offset turns triangles over once it is part of the vertices, and a mesh
// that a joint carries is bound to that joint's slot alone.
func TestBindModelWinding(t *testing.T) {
	m := figure.Random(3, 9)
	i := slices.IndexFunc(m.Meshes, func(mesh *soa.Mesh) bool { return mesh.Skin == soa.None && mesh.Joint != soa.NoJoint })
	mesh := m.Meshes[i]
	mesh.Offset, mesh.Index = soa.IdentityAffine(), []uint32{0, 1, 2}
	l, err := bake.Layout(context.Background(), m, nil, pose.LayoutOptions{})
	must.Do(t, err)
	straight, err := l.BindModel(m)
	must.Do(t, err)
	mesh.Offset[0] = -1
	if l, err = bake.Layout(context.Background(), m, nil, pose.LayoutOptions{}); err != nil {
		t.Fatal(err)
	}
	mirrored, err := l.BindModel(m)
	must.Do(t, err)
	a, b := straight.Meshes[i], mirrored.Meshes[i]
	if a.Index[1] != b.Index[2] || a.Index[2] != b.Index[1] {
		t.Errorf("triangle %v became %v", a.Index[:3], b.Index[:3])
	}
	if b.Skin != 0 || b.Influences != 4 || b.BoneIndex[0] != uint16(l.Slot[mesh.Joint]) || b.BoneWeight[0] != 1 || len(mirrored.Skins) != 1 || mirrored.Skins[0].Len() != l.Rotations() {
		t.Errorf("the carried mesh has skin %d, bones %v of weights %v", b.Skin, b.BoneIndex[:4], b.BoneWeight[:4])
	}
}

func TestBindModelRefuses(t *testing.T) {
	m := figure.Random(3, 9)
	l, err := bake.Layout(context.Background(), m, nil, pose.LayoutOptions{})
	must.Do(t, err)
	fewer, invalid := *m, *m
	fewer.Meshes = m.Meshes[1:]
	invalid.Skeleton = nil
	for name, x := range map[string]struct {
		model *soa.Model
		want  error
	}{
		"fewer meshes": {&fewer, pose.ErrForeignModel}, "more joints": {figure.Random(3, 10), pose.ErrForeignModel},
		"no model": {nil, soa.ErrInvalid}, "no skeleton": {&invalid, soa.ErrInvalid},
	} {
		if _, err := l.BindModel(x.model); !errors.Is(err, x.want) {
			t.Errorf("%s: %v, want %v", name, err, x.want)
		}
	}
}

// Picks are SetLane and GetLane of lane 0.
func TestPicked(t *testing.T) {
	for name, bank := range banks(t) {
		l := newLayout(t, bank)
		columns := []int{0, l.Columns() - 1, l.Rotations() / 2}
		picks, err := l.Pick(columns)
		must.Do(t, err)
		row := make([]float32, l.RowValues())
		for i := range row {
			row[i] = 0.25 + float32(i%7)
		}
		got, want := make([]float32, l.BlockValues()), make([]float32, l.BlockValues())
		must.Do(t, picks.Set(got, row))
		must.Do(t, l.SetLane(want, row, 0, columns...))
		if !slices.Equal(got, want) {
			t.Errorf("%s: Set differs from SetLane", name)
		}
		back, lane := make([]float32, l.RowValues()), make([]float32, l.RowValues())
		must.Do(t, picks.Get(back, got))
		must.Do(t, l.GetLane(lane, got, 0, columns...))
		if !slices.Equal(back, lane) {
			t.Errorf("%s: Get differs from GetLane", name)
		}
		for _, c := range []int{-1, l.Columns()} {
			if _, err := l.Pick([]int{c}); !errors.Is(err, soa.ErrRange) {
				t.Errorf("%s: column %d gave %v", name, c, err)
			}
		}
		if err := picks.Set(got[1:], row); !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: a short block gave %v", name, err)
		}
		if err := picks.Get(row[1:], got); !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: a short row gave %v", name, err)
		}
	}
}
