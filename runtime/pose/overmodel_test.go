package pose_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

// Rotations are blended in model space, by weight and mask, other columns in place; a
// lane has the bits of one instance, and without weight those of the lower pose, with
// all of it those of the upper one.
func TestOverModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 4))
		rest := randomTRS(r, 9)
		l := layoutOf(t, rest, []trs{rest})
		for s := range l.Slot {
			l.Parent[s] = int16(r.IntN(s+1)) - 1
		}
		row := func() []float32 {
			v := rowFrom(l.Layout, randomTRS(r, 9))
			for i := range v {
				if v[i] += 0; i < 4*l.Rotations() { // of any length
					v[i] *= 1 + float32(i/4%3)
				}
			}
			return v
		}
		upper, lower := row(), row()
		var columns []float32
		if rapid.Bool().Draw(rt, "masked") {
			for range l.Columns() {
				columns = append(columns, rapid.SampledFrom([]float32{0, 0.3, 1}).Draw(rt, "column"))
			}
		}
		weight, scratch := [simd.Lanes]float32{}, l.NewModelScratch()
		for lane := range weight {
			weight[lane] = []float32{0, 0.5, 1, -1, 3, 0.9}[lane%6]
		}
		block := blockOf(l, upper)
		must.Do(t, l.OverModel(block, blockOf(l, lower), &weight, columns, scratch))
		for lane, w := range weight {
			got := slices.Clone(upper)
			must.Do(t, l.OverModelRow(got, lower, w, columns, scratch))
			if !slices.Equal(bits(got), bits(rowOf(l, block, lane))) {
				rt.Fatalf("weight %v: the block differs from one instance", w)
			}
			switch {
			case w <= 0 && !slices.Equal(bits(got), bits(lower)):
				rt.Fatalf("weight %v: the lower pose changes", w)
			case w >= 1 && columns == nil && !slices.Equal(bits(got), bits(upper)):
				rt.Fatalf("weight %v: the upper pose changes", w)
			}
			var up, down, mix [12]exact.Quat
			for c := range l.Columns() {
				u := float64(w)
				if columns != nil {
					u *= float64(columns[c])
				}
				if u = min(max(u, 0), 1); c >= l.Rotations() {
					for k := range 3 {
						if want := (1-u)*float64(lower[4*c+k]) + u*float64(upper[4*c+k]); math.Abs(float64(got[4*c+k])-want) > 1e-6 {
							rt.Fatalf("weight %v, column %d: %v, want %v", w, c, got[4*c+k], want)
						}
					}
					continue
				}
				above := [3]exact.Quat{exact.IdentityQuat(), exact.IdentityQuat(), exact.IdentityQuat()}
				if p := l.Parent[c]; p != soa.NoJoint {
					above = [3]exact.Quat{up[p], down[p], mix[p]}
				}
				up[c], down[c] = above[0].Mul(quat(upper[4*c:]).Unit()), above[1].Mul(quat(lower[4*c:]).Unit())
				mix[c] = above[2].Mul(quat(got[4*c:]).Unit())
				if math.Abs(up[c].Dot(down[c])) < 1e-3 {
					continue // either way round is as near
				}
				if d := rotationError(mix[c], down[c].Lerp(up[c].NearestSign(down[c]), u)); d > 1e-5 {
					rt.Fatalf("weight %v, joint %d: %v, off by %v", w, c, mix[c], d)
				}
			}
		}
	})
}

// The rig form, whose rotations are relative to the bind pose, shows what the general
// form shows.
func TestOverModelOfBothForms(t *testing.T) {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 0.4})
	mask := pose.NewMask(model.Skeleton, 0)
	must.Do(t, mask.Subtree(model.Skeleton, "spine0", 1, 3))
	var shown [2][]float32
	for i, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		bank, err := bake.Bank(context.Background(), model, nil, bake.BankOptions{ErrorBound: 1e-5, LayoutOptions: pose.LayoutOptions{Form: form, AllJoints: true}})
		must.Do(t, err)
		l := newLayout(t, bank)
		columns, err := l.ColumnWeights(mask, 1)
		must.Do(t, err)
		var rows [2][]float32
		for k, seconds := range []float64{0.07, 0.31} {
			row, alpha := bank.RowAt(0, seconds)
			a := bank.Rows[row*bank.Stride():]
			rows[k] = make([]float32, l.RowValues())
			for j := range rows[k] {
				rows[k][j] = a[j] + float32(alpha*(a[bank.Stride()+j]-a[j]))
			}
		}
		must.Do(t, l.OverModelRow(rows[0], rows[1], 0.75, columns, l.NewModelScratch()))
		palette := make([]float32, 12*l.Rotations())
		must.Do(t, l.ToPalette(palette, rows[0], make([]float32, l.ScratchValues())))
		for _, s := range l.Slot {
			shown[i] = append(shown[i], palette[12*s:12*s+12]...)
		}
	}
	for i := range shown[0] {
		if d := math.Abs(float64(shown[0][i] - shown[1][i])); d > 1e-4 {
			t.Fatalf("joint %d: element %d is %v in the rig form, %v in the general one", i/12, i%12, shown[0][i], shown[1][i])
		}
	}
}
