package soa

import (
	"cmp"
	"fmt"
)

// MaxSlots is the largest number of slots, padding included.
const MaxSlots = MaxJoints

// Validate checks all assumptions of playback: lengths, ranges, order and
// finiteness. The error wraps ErrInvalid.
func (l *Layout) Validate() error {
	for _, check := range [...]func() error{l.validateSlots, l.validateColumns, l.validateRest, l.validateLinks, l.validateLevels} {
		if err := check(); err != nil {
			return fmt.Errorf("layout: %w", err)
		}
	}
	return nil
}

func (l *Layout) validateSlots() error {
	n := l.Rotations()
	if n == 0 || n%4 != 0 || n > MaxSlots {
		return fmt.Errorf("%w: %d slots, want a multiple of 4 from 4 to %d", ErrInvalid, n, MaxSlots)
	}
	if l.Form > General {
		return fmt.Errorf("%w: form %d", ErrInvalid, l.Form)
	}
	if l.Form == Rig && !(abs(l.K) > 1.0/MaxMagnitude && bounded(l.K)) {
		return fmt.Errorf("%w: K is %v", ErrInvalid, l.K)
	}
	rig := l.Form == Rig
	if err := cmp.Or(
		checkLen("Parent", len(l.Parent), n, false), checkLen("Pivot", len(l.Pivot), n, false),
		checkLen("Scale", len(l.Scale), n, rig), checkLen("TranslationColumn", len(l.TranslationColumn), n, false),
		checkLen("ScaleColumn", len(l.ScaleColumn), n, rig), checkLen("InverseBind", len(l.InverseBind), n, false),
		checkLen("Bind", len(l.Bind), n, false),
	); err != nil {
		return err
	}
	for s, p := range l.Parent {
		if p < NoJoint || int(p) >= s {
			return fmt.Errorf("%w: slot %d has the parent %d, which does not precede it", ErrInvalid, s, p)
		}
		if j := l.Joint[s]; j < NoJoint || int(j) >= len(l.Slot) {
			return fmt.Errorf("%w: slot %d is joint %d of %d", ErrInvalid, s, j, len(l.Slot))
		}
	}
	if depth := l.Depth(); l.Form == Rig && depth > MaxRigDepth {
		return fmt.Errorf("%w: a chain of %d slots, at most %d are possible in the form %v", ErrInvalid, depth, MaxRigDepth, l.Form)
	}
	return l.validateMatrices()
}

func (l *Layout) validateMatrices() error {
	for s := range l.Joint {
		if err := cmp.Or(
			checkBoundedAt("Pivot", s, l.Pivot[s][:]), checkBoundedAt("InverseBind", s, l.InverseBind[s][:]),
			checkBoundedAt("Bind", s, l.Bind[s][:]),
		); err != nil {
			return err
		}
	}
	for s := range l.Scale {
		if err := checkBoundedAt("Scale", s, l.Scale[s][:]); err != nil {
			return err
		}
	}
	if l.Form == Rig && len(l.Static) > 0 {
		return fmt.Errorf("%w: static matrices in the form %v", ErrInvalid, l.Form)
	}
	last := -1
	for i := range l.Static {
		s := int(l.Static[i].Joint)
		if s <= last || s >= l.Rotations() {
			return fmt.Errorf("%w: Static[%d] is for slot %d: want ascending slots below %d", ErrInvalid, i, s, l.Rotations())
		}
		last = s
		if err := checkBoundedAt("Static", i, l.Static[i].Local[:]); err != nil {
			return err
		}
	}
	return nil
}

func (l *Layout) validateColumns() error {
	if l.Others < 0 || l.Others%4 != 0 || l.Others > 1<<16 {
		return fmt.Errorf("%w: %d other columns, want a multiple of 4", ErrInvalid, l.Others)
	}
	for _, columns := range [...][]int16{l.TranslationColumn, l.ScaleColumn} {
		for s, c := range columns {
			if c < None || int(c) >= l.Others {
				return fmt.Errorf("%w: slot %d has the column %d of %d", ErrInvalid, s, c, l.Others)
			}
		}
	}
	for w, c := range l.WeightColumn {
		if c < None || int(c) >= l.Others {
			return fmt.Errorf("%w: weight %d has the column %d of %d", ErrInvalid, w, c, l.Others)
		}
	}
	return cmp.Or(
		checkLen("WeightRest", len(l.WeightRest), len(l.WeightColumn), false), checkBounded("WeightRest", l.WeightRest),
		validateExpressions(l.Expressions, len(l.WeightRest), len(l.FloatRest)),
	)
}

// validateRest checks the rest pose.
func (l *Layout) validateRest() error {
	if err := cmp.Or(
		checkBounded("FloatRest", l.FloatRest), checkLen("Rest", len(l.Rest), l.Stride(), false),
		checkLen("Reference", len(l.Reference), 4*l.Rotations(), false), checkBounded("Reference", l.Reference),
		checkBounded("Rest", l.Rest),
	); err != nil {
		return err
	}
	if !rotations(l.Rest[:4*l.Rotations()]) {
		return fmt.Errorf("%w: Rest has a quaternion near zero", ErrInvalid)
	}
	return nil
}

func (l *Layout) validateLinks() error {
	slots := l.Rotations()
	for j, s := range l.Slot {
		if s < NoJoint || int(s) >= slots {
			return fmt.Errorf("%w: joint %d is slot %d of %d", ErrInvalid, j, s, slots)
		}
	}
	for i := range l.Skins {
		for k, s := range l.Skins[i].Slot {
			if int(s) >= slots {
				return fmt.Errorf("%w: entry %d of skin %d is slot %d of %d", ErrInvalid, k, i, s, slots)
			}
		}
		if err := checkBounded("Skins.Offset", l.Skins[i].Offset[:]); err != nil {
			return err
		}
	}
	for i := range l.Meshes {
		if s := l.Meshes[i].Slot; s < NoJoint || int(s) >= slots {
			return fmt.Errorf("%w: mesh %d is slot %d of %d", ErrInvalid, i, s, slots)
		}
		if err := checkBounded("Meshes.Offset", l.Meshes[i].Offset[:]); err != nil {
			return err
		}
	}
	return nil
}

func (l *Layout) validateLevels() error {
	last := l.Rotations()
	if len(l.Levels) == 0 || l.Levels[0].Slots != last {
		return fmt.Errorf("%w: the first level of detail has not all slots", ErrInvalid)
	}
	for i := range l.Levels {
		level := &l.Levels[i]
		if level.Slots < 4 || level.Slots%4 != 0 || level.Slots > last {
			return fmt.Errorf("%w: level %d has %d slots, want a multiple of 4 up to %d", ErrInvalid, i, level.Slots, last)
		}
		last = level.Slots
		if err := checkLen("StandIn", len(level.StandIn), l.Rotations(), false); err != nil {
			return err
		}
		for s, in := range level.StandIn {
			if int(in) >= level.Slots || s < level.Slots && int(in) != s {
				return fmt.Errorf("%w: slot %d of level %d is moved by %d", ErrInvalid, s, i, in)
			}
		}
	}
	return nil
}
