package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// maxEvery is the largest LOD.Every.
const maxEvery = 250

// crowdLevels are the levels of detail of a crowd and of its instances.
type crowdLevels struct {
	list  []play.LOD
	kinds []int   // the details of all levels, each once
	kind  []uint8 // per level of the crowd: index in kinds

	level  []uint8  // per instance: index in list, and whether it is due in any case
	turn   []uint8  // per instance: at which of Every updates it is due
	update []uint32 // per block: how often it was updated
	single bool     // all instances are of a level that evaluates everything, always
}

// levelFresh marks an instance that is due at the next update.
const levelFresh = 0x80

// turnNever is the turn of an instance that is never due.
const turnNever = 0xff

func (l *crowdLevels) prepare(poses *pose.Layout, levels []play.LOD, instances int) error {
	if len(levels) == 0 {
		levels = []play.LOD{{}}
	}
	if len(levels) >= levelFresh {
		return fmt.Errorf("%w: %d levels of detail", ErrOption, len(levels))
	}
	prepared := map[int]int{}
	for k, level := range levels {
		if level.Every < play.Never || level.Every > maxEvery || level.Layers < 0 || level.Detail < 0 || level.Detail >= len(poses.Levels) {
			return fmt.Errorf("%w: level of detail %d: every %d, detail %d of %d of the layout", ErrOption, k, level.Every, level.Detail, len(poses.Levels))
		}
		if level.Every == 0 {
			level.Every = 1
		}
		i, ok := prepared[level.Detail]
		if !ok {
			i = len(l.kinds)
			l.kinds, prepared[level.Detail] = append(l.kinds, level.Detail), i
		}
		l.list, l.kind = append(l.list, level), append(l.kind, uint8(i))
	}
	l.level, l.turn, l.update = make([]uint8, instances), make([]uint8, instances), make([]uint32, instances/simd.Lanes)
	l.single = len(l.list) == 1 && l.list[0].Every == 1
	for i := range instances {
		l.set(i, 0)
	}
	return nil
}

// spreading is the factor whose multiples, modulo 2³², fall evenly into parts: into
// 2 to 16 of them, of every i, every second … every 32nd, to within 4 and a
// twentieth of 1,600. It was found by trial.
const spreading = 0xd52b82f7

// set gives instance i a level, and a turn.
func (l *crowdLevels) set(i, level int) {
	l.level[i] = l.level[i]&levelFresh | uint8(level)
	every := l.list[level].Every
	if every == play.Never {
		l.turn[i] = turnNever
		return
	}
	l.turn[i] = uint8(uint64(uint32(i)*spreading) * uint64(every) >> 32)
}

// refresh makes an instance due at the next update.
func (l *crowdLevels) refresh(i int) {
	if l.list[l.level[i]&^levelFresh].Every > 1 {
		l.level[i] |= levelFresh
	}
}

// due are the turns at an update, per level.
type due struct {
	update uint32
	turn   [levelFresh]uint8
}

// at finds the turns of an update.
func (d *due) at(l *crowdLevels, update uint32) {
	if d.update == update {
		return
	}
	d.update = update
	for k, level := range l.list {
		if level.Every > 0 {
			d.turn[k] = uint8(update % uint32(level.Every))
		}
	}
}

// masks adds the lanes of a block that are due to those of their kinds.
func (l *crowdLevels) masks(d *due, block int, lanes []uint16) {
	l.update[block]++
	if l.single {
		lanes[0] = 1<<simd.Lanes - 1
		return
	}
	d.at(l, l.update[block])
	for lane := range simd.Lanes {
		i := simd.Lanes*block + lane
		level := l.level[i]
		k := level &^ levelFresh
		if level != k {
			l.level[i] = k
		} else if l.turn[i] != d.turn[k] {
			continue
		}
		lanes[l.kind[k]] |= 1 << lane
	}
}

// kindOf returns the kind of level of an instance that is evaluated whatever its
// turn.
func (l *crowdLevels) kindOf(i int) int {
	l.level[i] &^= levelFresh
	return int(l.kind[l.level[i]])
}

// kindOfBlock returns the kind of level of the 16 instances from i on, which are
// evaluated whatever their turns, if they are of one.
func (l *crowdLevels) kindOfBlock(i int) (kind int, ok bool) {
	kind = l.kindOf(i)
	for k := i + 1; k < i+simd.Lanes; k++ {
		if l.kindOf(k) != kind {
			return 0, false
		}
	}
	return kind, true
}
