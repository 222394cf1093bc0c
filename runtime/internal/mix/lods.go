package mix

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// maxEvery is the largest LOD.Every.
const maxEvery = 250

// LODs are the levels of detail of a crowd and of its instances.
type LODs struct {
	List  []play.LOD
	Kinds []int   // the details of all levels, each once
	kind  []uint8 // per level of the crowd: index in kinds

	Level  []uint8  // per instance: index in list, and whether it is due in any case
	turn   []uint8  // per instance: at which of Every updates it is due
	update []uint32 // per block: how often it was updated
	Single bool     // all instances are of a level that evaluates everything, always
}

// LevelFresh marks an instance that is due at the next update.
const LevelFresh = 0x80

// turnNever is the turn of an instance that is never due.
const turnNever = 0xff

func (l *LODs) Prepare(poses *pose.Layout, levels []play.LOD, instances int) error {
	if len(levels) == 0 {
		levels = []play.LOD{{}}
	}
	if len(levels) >= LevelFresh {
		return fmt.Errorf("%w: %d levels of detail", soa.ErrOption, len(levels))
	}
	prepared := map[int]int{}
	for k, level := range levels {
		if level.Every < play.Never || level.Every > maxEvery || level.Layers < 0 || level.Detail < 0 || level.Detail >= len(poses.Levels) {
			return fmt.Errorf("%w: level of detail %d: every %d, detail %d of %d of the layout", soa.ErrOption, k, level.Every, level.Detail, len(poses.Levels))
		}
		if level.Every == 0 {
			level.Every = 1
		}
		i, ok := prepared[level.Detail]
		if !ok {
			i = len(l.Kinds)
			l.Kinds, prepared[level.Detail] = append(l.Kinds, level.Detail), i
		}
		l.List, l.kind = append(l.List, level), append(l.kind, uint8(i))
	}
	l.Level, l.turn, l.update = make([]uint8, instances), make([]uint8, instances), make([]uint32, instances/simd.Lanes)
	l.Single = len(l.List) == 1 && l.List[0].Every == 1
	for i := range instances {
		l.Set(i, 0)
	}
	return nil
}

// spreading is the factor whose multiples, modulo 2³², fall evenly into parts: into
// 2 to 16 of them, of every i, every second … every 32nd, to within 4 and a
// twentieth of 1,600. It was found by trial.
const spreading = 0xd52b82f7

// Set gives instance i a level, and a turn.
func (l *LODs) Set(i, level int) {
	l.Level[i] = l.Level[i]&LevelFresh | uint8(level)
	every := l.List[level].Every
	if every == play.Never {
		l.turn[i] = turnNever
		return
	}
	l.turn[i] = uint8(uint64(uint32(i)*spreading) * uint64(every) >> 32)
}

// Refresh makes an instance due at the next update.
func (l *LODs) Refresh(i int) {
	if l.List[l.Level[i]&^LevelFresh].Every > 1 {
		l.Level[i] |= LevelFresh
	}
}

// Due are the turns at an update, per level.
type Due struct {
	update uint32
	turn   [LevelFresh]uint8
}

// at finds the turns of an update.
func (d *Due) at(l *LODs, update uint32) {
	if d.update == update {
		return
	}
	d.update = update
	for k, level := range l.List {
		if level.Every > 0 {
			d.turn[k] = uint8(update % uint32(level.Every))
		}
	}
}

// Masks adds the lanes of a block that are due to those of their kinds.
func (l *LODs) Masks(d *Due, block int, lanes []uint16) {
	l.update[block]++
	if l.Single {
		lanes[0] = 1<<simd.Lanes - 1
		return
	}
	d.at(l, l.update[block])
	for lane := range simd.Lanes {
		i := simd.Lanes*block + lane
		level := l.Level[i]
		k := level &^ LevelFresh
		if level != k {
			l.Level[i] = k
		} else if l.turn[i] != d.turn[k] {
			continue
		}
		lanes[l.kind[k]] |= 1 << lane
	}
}

// KindOf returns the kind of level of an instance that is evaluated whatever its turn.
func (l *LODs) KindOf(i int) int {
	l.Level[i] &^= LevelFresh
	return int(l.kind[l.Level[i]])
}

// KindOfBlock returns the kind of level of the 16 instances from i on, which are
// evaluated whatever their turns, if they are of one.
func (l *LODs) KindOfBlock(i int) (kind int, ok bool) {
	kind = l.KindOf(i)
	for k := i + 1; k < i+simd.Lanes; k++ {
		if l.KindOf(k) != kind {
			return 0, false
		}
	}
	return kind, true
}
