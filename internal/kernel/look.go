package kernel

import (
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
)

// Look is the joints of 16 poses that share an aim, for SolveLook16. Of one pose, joints are lanes:
//
//	Len > 1   joint 0: rows of 16 poses │ joint 1 │ joint 2 │ …
//	Len = 1   joints 0 to 3: rows of four lanes │ joints 4 to 7 │ …
type Look struct {
	Len    int // lanes in use, see Lanewise; of NewLook all
	Links  []LookLink
	Head   []float32 // lookHeadValues: row LookStep is given, of one pose in four lanes
	Target []float32 // rows of formula.AimTargetRows
	Weight []float32 // a row, of one pose in four lanes

	Line    [9]float32 // forward, up and offset in the last joint's frame
	Cones   bool       // some links have a cone
	Slow    bool       // LookStep applies
	Missing float32    // the reason for a target that is not reached
	// Block holds the columns of one pose, where joints may turn at once: Turned says how many have, of
	// the first ones, by what SolveLook16 finds. Nil: none.
	Block  []float32
	Turned int

	wide, one lookArguments // of several poses, and of one
	ones      []lookJoint   // of one pose
	memory    []float32     // of lookShares1
	columns   int           // least length of Block
	arguments *Lanewise
	more      []float32 // a joint with what remains
	number    [1]float32
	whole     [formula.LookUniforms - formula.LookWeight]float32 // the numbers of weight 1
}

// LookLink is a joint of a Look.
type LookLink struct {
	Frame, Above []float32                     // FrameValues of the joint and of its parent
	Numbers      [formula.LookUniforms]float32 // LookFront, LookNow, LookCone; LookWeight alone
	Column       int                           // where its rotation column begins in Block
}

// lookArguments are joints, and the arguments of lookShare16 for each of them.
type lookArguments struct {
	joints []float32 // the one before all, then the others
	share  []Lanewise
}

const (
	// LookValues is the length of the rows of a joint of a Look, see package formula.
	LookValues     = formula.LookRows * simd.Lanes
	lookHeadValues = formula.LookHeadRows * simd.Lanes
)

// LookBeside is the number of joints of one pose whose rows are the lanes of one joint's.
const LookBeside = 4

// NewLook returns a look of n joints. Links are set before the first call of SolveLook16, and not
// changed after.
func NewLook(n int) *Look {
	l := &Look{Len: simd.Lanes, Links: make([]LookLink, n), Head: simd.AlignedFloat32(lookHeadValues), arguments: NewLanewise(), more: simd.AlignedFloat32(LookValues), memory: newLookMemory()}
	l.wide.joints, l.one.joints = simd.AlignedFloat32((1+n)*LookValues), simd.AlignedFloat32((1+(n+LookBeside-1)/LookBeside)*LookValues)
	for lane := range simd.Lanes {
		l.wide.joints[(formula.LookOwn+3)*simd.Lanes+lane], l.one.joints[(formula.LookOwn+3)*simd.Lanes+lane] = 1, 1
	}
	return l
}

// Rows are those of joint k: LookLast is given, LookOwn is the result. Of one pose the first lane
// counts, and the lanes behind it are the joints after k.
func (l *Look) Rows(k int) []float32 { return l.joint(k) }

// SolveLook16 distributes an aim over joints and writes rows LookOwn of them. Each turns by its
// weight of the remaining rotation, within its cone; what cones withhold goes to the other
// joints, from the last to the first. Rows LookResidual and LookReason of the head are the
// result before the speed limit.
func SolveLook16(l *Look) error {
	if len(l.Target) < formula.AimTargetRows*simd.Lanes || len(l.Weight) < simd.Lanes {
		return checkLengths("SolveLook16", length{"Target", len(l.Target), formula.AimTargetRows * simd.Lanes}, length{"Weight", len(l.Weight), simd.Lanes})
	}
	if l.wide.share == nil {
		if err := l.prepare(); err != nil {
			return err
		}
	}
	if l.Block != nil && len(l.Block) < l.columns {
		return checkLengths("SolveLook16", length{"Block", len(l.Block), l.columns})
	}
	l.share()
	if l.Cones && anyPositive(l.Head[formula.LookHeld*simd.Lanes:][:l.Len]) {
		l.handOn()
	}
	l.miss()
	l.take()
	return nil
}

// prepare binds the arguments of lookShare16 to the links.
func (l *Look) prepare() error {
	for i := range l.Links {
		x := &l.Links[i]
		if err := checkLengths("SolveLook16", length{"Frame", len(x.Frame), FrameValues}, length{"Above", len(x.Above), FrameValues}); err != nil {
			return err
		}
	}
	for i := range l.Links {
		weigh(l.Links[i].Numbers[formula.LookWeight:], l.Links[i].Numbers[formula.LookWeight])
	}
	weigh(l.whole[:], 1)
	n, used := len(l.Links), l.Len
	for _, of := range [...]int{1, simd.Lanes} {
		l.Len = of
		to := l.currentArguments()
		to.share = make([]Lanewise, n)
		for i := range to.share {
			x, a := &l.Links[i], &to.share[i]
			a.memory, a.Uniforms = l.arguments.memory, x.Numbers[formula.LookWeight:]
			copy(a.Rows[:], [][]float32{l.joint(i - 1), l.joint(i), l.previousFrame(i), x.Frame, l.Head})
		}
	}
	l.Len = 1
	for i := range l.Links {
		x := &l.Links[i]
		l.ones = append(l.ones, lookJoint{&x.Frame[0], &l.previousFrame(i)[0], &x.Above[0], &l.joint(i)[0], [4]float32(x.Numbers[formula.LookWeight:]), int32(4 * x.Column)})
		l.columns = max(l.columns, x.Column+rotationRows*simd.Lanes)
	}
	l.Len = used
	return nil
}

// weigh sets a weight and the numbers after it.
func weigh(numbers []float32, w float32) {
	rest := 1 - w
	numbers[0], numbers[1], numbers[2], numbers[3] = w, rest, float32(rest*rest)+float32(w*w), 2*rest*w
}

func (l *Look) currentArguments() *lookArguments {
	if l.Len == 1 {
		return &l.one
	}
	return &l.wide
}

func (l *Look) share() {
	l.begin()
	clear(l.Head[formula.LookHeld*simd.Lanes:][:simd.Lanes])
	list, first := l.currentArguments().share, 0
	if l.Turned = 0; l.Len == 1 && l.Block != nil && !l.Cones && !l.Slow && l.Weight[0] == 1 {
		left := 0
		lookShares1(l.memory, l.Head, l.one.joints, l.Block, l.ones, &left)
		first = len(list) - left
		l.Turned = first
	}
	for i := first; i < len(list); i++ {
		list[i].Len = l.Len
		lookShare16(&list[i])
		if l.Cones {
			l.hold(i, list[i].Rows[1])
		}
	}
}

// hold returns a joint into the cone of joint i.
func (l *Look) hold(i int, joint []float32) {
	a, x := l.arguments, &l.Links[i]
	a.Uniforms = x.Numbers[:]
	rows := &a.Rows
	rows[0], rows[1], rows[2], rows[3] = joint, x.Frame, x.Above, l.Head
	lookHold16(a)
}

func (l *Look) begin() {
	a, n := l.arguments, len(l.Links)
	a.Len, a.Uniforms = l.Len, l.Line[:]
	rows := &a.Rows
	rows[0], rows[1], rows[2], rows[3], rows[4] = l.Links[n-1].Frame, l.Head, l.Links[0].Frame, l.Target, l.currentArguments().joints
	lookBegin16(a)
}

// handOn turns the joints from the last to the first, then the last again, by the remaining
// rotation.
func (l *Look) handOn() {
	last := len(l.Links) - 1
	l.begin()
	for i := last; i >= 0; i-- {
		l.hand(i)
		l.line(i)
	}
	for i := range l.Links {
		l.walk(i)
	}
	l.begin()
	l.hand(last)
	l.walk(last)
}

// hand turns joint i by what remains. The target in the space that has turned with the joint and
// the line of the last one behind it tell how much.
func (l *Look) hand(i int) {
	a, x, joint := l.arguments, &l.Links[i], l.joint(i)
	rows := &a.Rows
	a.Uniforms = l.whole[:]
	rows[0], rows[1], rows[2], rows[3], rows[4] = joint, l.more, x.Frame, x.Frame, l.Head
	lookShare16(a)
	a.Uniforms = x.Numbers[formula.LookWeight:]
	rows[0], rows[1], rows[2] = joint, l.more, l.Head
	lookMore16(a)
	l.hold(i, l.more)
	own := l.more[formula.LookOwn*simd.Lanes:]
	if l.Len == 1 { // lanes behind it are other joints
		CopyFour(joint[formula.LookOwn*simd.Lanes:], own)
		return
	}
	copy(joint[formula.LookOwn*simd.Lanes:][:4*simd.Lanes], own)
}

// line rotates the last joint's line by joint i.
func (l *Look) line(i int) {
	rows := &l.arguments.Rows
	rows[0], rows[1], rows[2] = l.joint(i), l.Links[i].Frame, l.Head
	lookLine16(l.arguments)
}

// walk computes where the target is from joint i.
func (l *Look) walk(i int) {
	rows := &l.arguments.Rows
	rows[0], rows[1], rows[2], rows[3] = l.joint(i-1), l.joint(i), l.previousFrame(i), l.Links[i].Frame
	lookWalk16(l.arguments)
}

// miss measures the solution.
func (l *Look) miss() {
	a, last := l.arguments, len(l.Links)-1
	l.number[0] = l.Missing
	a.Uniforms = l.number[:]
	rows := &a.Rows
	rows[0], rows[1], rows[2], rows[3] = l.joint(last), l.Links[last].Frame, l.Target, l.Head
	lookMiss16(a)
}

// take applies weights and speed limits to the solution.
func (l *Look) take() {
	slow := float32(0)
	if l.Slow {
		slow = 1
	} else if allOne(l.Weight[:l.Len]) {
		return
	}
	a, of := l.arguments, l.currentArguments()
	l.number[0] = slow
	a.Uniforms = l.number[:]
	rows := &a.Rows
	rows[1], rows[2] = l.Head, l.Weight
	each := 1
	if l.Len == 1 {
		each = LookBeside
	}
	for first := 0; first < len(l.Links); first += each {
		if l.Len == 1 {
			a.Len = min(each, len(l.Links)-first)
		}
		rows[0] = of.joints[(1+first/each)*LookValues:]
		lookTake16(a)
	}
}

func allOne(lanes []float32) bool {
	for _, w := range lanes {
		if w != 1 {
			return false
		}
	}
	return true
}

// joint is the rows of joint i, or with −1 of the one before all.
func (l *Look) joint(i int) []float32 {
	switch {
	case l.Len > 1:
		return l.wide.joints[(1+i)*LookValues:]
	case i < 0:
		return l.one.joints
	}
	return l.one.joints[(1+i/LookBeside)*LookValues+i%LookBeside:]
}

// previousFrame is the frame of the previous joint, or of the first.
func (l *Look) previousFrame(i int) []float32 { return l.Links[max(i-1, 0)].Frame }
