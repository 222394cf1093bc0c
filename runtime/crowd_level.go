package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// CrowdLevel is a level of detail of a crowd's instances.
type CrowdLevel struct {
	// Every is after how many updates an instance is evaluated again; 0 means
	// 1. Which of them differs from instance to instance, so that the work is
	// the same for each update. Time goes on exactly in the others, and the
	// palette stays what it was. Never lets only time go on.
	Every int
	// Bank is the level of soa.Bank.Levels that says which slots are evaluated.
	Bank int
}

// Never as CrowdLevel.Every is for instances that nobody sees.
const Never = -1

// maxEvery is the largest CrowdLevel.Every.
const maxEvery = 250

// crowdLevels are the levels of detail of a crowd and of its instances.
type crowdLevels struct {
	list  []CrowdLevel
	bank  []*bankLevel // per level of the crowd; levels that evaluate the same slots share one
	kinds []*bankLevel // each once
	kind  []uint8      // per level of the crowd: index in kinds

	level  []uint8  // per instance: index in list, and whether it is due whatever its turn
	turn   []uint8  // per instance: at which of Every updates it is due
	update []uint32 // per block: how often it was updated
	single bool     // all instances are of a level that evaluates everything, always
}

// levelFresh marks an instance that is due at the next update.
const levelFresh = 0x80

// turnNever is the turn of who is never due.
const turnNever = 0xff

func (l *crowdLevels) prepare(b *soa.Bank, levels []CrowdLevel, instances int) error {
	if len(levels) == 0 {
		levels = []CrowdLevel{{}}
	}
	if len(levels) >= levelFresh {
		return fmt.Errorf("%w: %d levels of detail", ErrRange, len(levels))
	}
	prepared := map[int]int{}
	for k, level := range levels {
		if level.Every < Never || level.Every > maxEvery || level.Bank < 0 || level.Bank >= len(b.Levels) {
			return fmt.Errorf("%w: level of detail %d: every %d, level %d of %d of the bank", ErrRange, k, level.Every, level.Bank, len(b.Levels))
		}
		level.Every = max(level.Every, Never)
		if level.Every == 0 {
			level.Every = 1
		}
		i, ok := prepared[level.Bank]
		if !ok {
			kind := new(bankLevel)
			if err := kind.prepare(b, level.Bank); err != nil {
				return err
			}
			i = len(l.kinds)
			l.kinds, prepared[level.Bank] = append(l.kinds, kind), i
		}
		l.list, l.kind, l.bank = append(l.list, level), append(l.kind, uint8(i)), append(l.bank, l.kinds[i])
	}
	l.level, l.turn, l.update = make([]uint8, instances), make([]uint8, instances), make([]uint32, instances/simd.Lanes)
	l.single = len(l.list) == 1 && l.list[0].Every == 1
	for i := range instances {
		l.set(i, 0)
	}
	return nil
}

// spreading is the factor whose multiples, modulo 2³², fall evenly into parts:
// into 2 to 16 of them, of every i, every second … every 32nd, to within 4 and a
// twentieth of 1,600. It was found by trying.
const spreading = 0xd52b82f7

// set gives instance i a level, and a turn.
func (l *crowdLevels) set(i, level int) {
	l.level[i] = l.level[i]&levelFresh | uint8(level)
	every := l.list[level].Every
	if every == Never {
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

// fresh returns the level of an instance that is evaluated whatever its turn.
func (l *crowdLevels) fresh(i int) uint8 {
	l.level[i] &^= levelFresh
	return l.level[i]
}

// kindOfBlock returns the kind of level of all instances from i on, which are a
// block to be evaluated whatever their turns, or nil where they differ.
func (l *crowdLevels) kindOfBlock(i int) *bankLevel {
	kind := l.kind[l.fresh(i)]
	for k := i + 1; k < i+simd.Lanes; k++ {
		if l.kind[l.fresh(k)] != kind {
			return nil
		}
	}
	return l.kinds[kind]
}

// SetLevel gives instance i a level of detail, an index in CrowdOptions.Levels.
// The error wraps ErrRange.
func (c *Crowd) SetLevel(i, level int) error {
	if err := c.check(i); err != nil {
		return fmt.Errorf("set level: %w", err)
	}
	if level < 0 || level >= len(c.levels.list) {
		return fmt.Errorf("set level: %w: level of detail %d of %d", ErrRange, level, len(c.levels.list))
	}
	if int(c.levels.level[i]&^levelFresh) != level {
		c.levels.set(i, level)
	}
	return nil
}

// Level returns the level of detail of instance i.
func (c *Crowd) Level(i int) int { return int(c.levels.level[i] &^ levelFresh) }
