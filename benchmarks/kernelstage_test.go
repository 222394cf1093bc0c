package benchmarks

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/native/simd"
	anim "github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// kernelCrowd is a crowd without anything around the kernels: characters at
// random places of a bank, sixteen to a block.
type kernelCrowd struct {
	bank     *soa.Bank
	rows     simd.Rows
	rig      *simd.Rig        // of a rigid bank
	general  *simd.GeneralRig // of any other
	at       []simd.Frames
	poses    []float32 // of all blocks, one after the other
	scratch  []float32
	palettes simd.Palettes
}

func newKernelCrowd(bank *soa.Bank, n int) (*kernelCrowd, error) {
	columns := simd.Columns{Rotations: bank.Rotations(), Others: bank.Others}
	k := &kernelCrowd{bank: bank, rows: simd.Rows{Columns: columns, Values: bank.Rows, Stride: bank.Stride()}}
	scratch := 0
	if bank.Form == soa.Rig {
		joints := make([]simd.RigJoint, bank.Rotations())
		for s := range joints {
			joints[s] = simd.RigJoint{Parent: int(bank.Parent[s]), Bind: bank.Pivot[s], Column: int(bank.TranslationColumn[s]), Scale: bank.K}
		}
		rig, err := simd.NewRig(joints, bank.K)
		if err != nil {
			return nil, err
		}
		k.rig, scratch = rig, rig.ScratchValues(columns)
	} else {
		joints := make([]simd.GeneralJoint, bank.Rotations())
		for s := range joints {
			joints[s] = simd.GeneralJoint{
				Parent: int(bank.Parent[s]), Translation: bank.Pivot[s], TranslationColumn: int(bank.TranslationColumn[s]),
				Scale: bank.Scale[s], ScaleColumn: int(bank.ScaleColumn[s]), InverseBind: (*[12]float32)(&bank.InverseBind[s]),
			}
		}
		for i := range bank.Static {
			joints[bank.Static[i].Joint].Local = (*[12]float32)(&bank.Static[i].Local)
		}
		rig, err := simd.NewGeneralRig(joints)
		if err != nil {
			return nil, err
		}
		k.general, scratch = rig, rig.ScratchValues(columns)
	}
	blocks := (n + simd.Lanes - 1) / simd.Lanes
	k.place(blocks)
	k.scratch = simd.AlignedFloat32(scratch)
	k.poses = simd.AlignedFloat32(blocks * k.rows.PoseValues())
	k.palettes.Stride = (12*bank.Rotations()/16 | 1) * 16
	k.palettes.Values = simd.AlignedFloat32(blocks * simd.Lanes * k.palettes.Stride)
	return k, nil
}

// place puts every lane somewhere in the bank's first clip.
func (k *kernelCrowd) place(blocks int) {
	r := rand.New(rand.NewPCG(67, 16))
	clip := &k.bank.Clips[0]
	k.at = make([]simd.Frames, blocks)
	for b := range k.at {
		for lane := range simd.Lanes {
			row := int(clip.Row) + r.IntN(int(clip.Rows)-1)
			k.at[b].Row[lane], k.at[b].Alpha[lane] = int64(row*k.rows.Stride), r.Float32()
		}
	}
}

func (k *kernelCrowd) pose(block int) []float32 {
	size := k.rows.PoseValues()
	return k.poses[block*size : (block+1)*size]
}

func (k *kernelCrowd) out(block int) *simd.Palettes {
	p := k.palettes
	p.Values = p.Values[block*simd.Lanes*p.Stride:]
	return &p
}

func (k *kernelCrowd) sample(block int) error {
	return simd.SampleRows16(k.pose(block), &k.rows, &k.at[block])
}

func (k *kernelCrowd) palette(block int) error {
	if k.rig != nil {
		return simd.RigPalette16(k.out(block), k.pose(block), k.rows.Columns, k.rig, k.scratch)
	}
	return simd.GeneralPalette16(k.out(block), k.pose(block), k.rows.Columns, k.general, k.scratch)
}

// fused is both in one call of a kernel, where there is such a one.
func (k *kernelCrowd) fused(block int) error {
	return simd.RigRows16(k.out(block), &k.rows, k.at[block:block+1], k.rig, k.scratch)
}

// kernelStages takes the block kernels apart: what a job between sampling and
// the hierarchy costs beside its own work is what sample and palette together
// take longer than fused.
func kernelStages(b *testing.B, n int) {
	character, err := subjects()[0].load()
	if err != nil {
		b.Fatal(err)
	}
	for i, path := range []string{"bank", "gen"} {
		bank, err := character.Bank(1, []anim.FormChoice{anim.FormAuto, anim.FormGeneral}[i])
		if err != nil {
			b.Fatal(err)
		}
		k, err := newKernelCrowd(bank, n)
		if err != nil {
			b.Fatal(err)
		}
		all := func(job func(block int) error) func(int) {
			return func(frames int) {
				for range frames {
					for block := range k.at {
						if err := job(block); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
		}
		instances := len(k.at) * simd.Lanes
		stage(b, "sample", path, instances, character.Joints(), all(k.sample))
		stage(b, "palette", path, instances, character.Joints(), all(k.palette))
		if k.rig != nil {
			stage(b, "fused", path, instances, character.Joints(), all(k.fused))
		}
	}
}

// TestKernelStages: the stages give what the fused kernel gives.
func TestKernelStages(t *testing.T) {
	short := madeSubject("short", rig.Motion{Name: "short", Seconds: 0.5, Drive: rig.Captured})
	character, err := short.load()
	if err != nil {
		t.Fatal(err)
	}
	bank, err := character.Bank(1, anim.FormAuto)
	if err != nil {
		t.Fatal(err)
	}
	staged, err := newKernelCrowd(bank, 40)
	if err != nil {
		t.Fatal(err)
	}
	fused, err := newKernelCrowd(bank, 40)
	if err != nil {
		t.Fatal(err)
	}
	for block := range staged.at {
		for i, job := range []func(int) error{staged.sample, staged.palette, fused.fused} {
			if err := job(block); err != nil {
				t.Fatalf("job %d: %v", i, err)
			}
		}
	}
	if a, b := fmt.Sprint(staged.palettes.Values), fmt.Sprint(fused.palettes.Values); a != b {
		t.Error("the stages give other palettes than the fused kernel")
	}
}
