package simd

import "github.com/sinew-anim/sinew/native/simd/formula"

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

	wide, one lookArguments // of several poses, and of one
	arguments *Lanewise
	hands     []float32 // a joint whose rows LookHand changes
	numbers   [formula.LookUniforms + 1]float32
}

// LookLink is a joint of a Look.
type LookLink struct {
	Frame, Above []float32                     // FrameValues of the joint and of its parent
	Numbers      [formula.LookUniforms]float32 // LookFront, LookNow, LookCone, LookWeight
}

// lookArguments are joints, and the arguments of lookShare16 for each of them.
type lookArguments struct {
	joints []float32 // the one before all, then the others
	share  []Lanewise
}

// Values of a link and of a head, see package formula.
const (
	LookValues     = formula.LookRows * Lanes
	lookHeadValues = formula.LookHeadRows * Lanes
)

// LookBeside is the number of joints of one pose whose rows are the lanes of one joint's.
const LookBeside = 4

// NewLook returns a look of n joints. Links are set before the first call of SolveLook16, and not
// changed after.
func NewLook(n int) *Look {
	l := &Look{Len: Lanes, Links: make([]LookLink, n), Head: AlignedFloat32(lookHeadValues), arguments: NewLanewise(), hands: AlignedFloat32(LookValues)}
	l.wide.joints, l.one.joints = AlignedFloat32((1+n)*LookValues), AlignedFloat32((1+(n+LookBeside-1)/LookBeside)*LookValues)
	for lane := range Lanes {
		l.wide.joints[(formula.LookOwn+3)*Lanes+lane], l.one.joints[(formula.LookOwn+3)*Lanes+lane] = 1, 1
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
	if len(l.Target) < formula.AimTargetRows*Lanes || len(l.Weight) < Lanes {
		return checkLengths("SolveLook16", length{"Target", len(l.Target), formula.AimTargetRows * Lanes}, length{"Weight", len(l.Weight), Lanes})
	}
	if l.wide.share == nil {
		if err := l.prepare(); err != nil {
			return err
		}
	}
	l.share()
	if l.Cones && anyPositive(l.Head[formula.LookHeld*Lanes:][:l.Len]) {
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
	n, last, used := len(l.Links), len(l.Links)-1, l.Len
	for _, of := range [...]int{1, Lanes} {
		l.Len = of
		to := l.of()
		to.share = make([]Lanewise, n)
		for i := range to.share {
			x, a := &l.Links[i], &to.share[i]
			a.memory, a.Uniforms = l.arguments.memory, x.Numbers[:]
			copy(a.Rows[:], [][]float32{l.joint(i - 1), l.joint(i), l.before(i), x.Frame, x.Above, l.Links[last].Frame, l.Head})
		}
	}
	l.Len = used
	return nil
}

func (l *Look) of() *lookArguments {
	if l.Len == 1 {
		return &l.one
	}
	return &l.wide
}

func (l *Look) share() {
	l.begin()
	clear(l.Head[formula.LookHeld*Lanes:][:Lanes])
	list := l.of().share
	for i := range list {
		list[i].Len = l.Len
		lookShare16(&list[i])
	}
}

func (l *Look) begin() {
	a, n := l.arguments, len(l.Links)
	a.Len, a.Uniforms = l.Len, l.Line[:]
	rows := &a.Rows
	rows[0], rows[1], rows[2], rows[3], rows[4] = l.Links[n-1].Frame, l.Head, l.Links[0].Frame, l.Target, l.of().joints
	lookBegin16(a)
}

// handOn turns the joints from the last to the first, then the last again, by the remaining
// rotation.
func (l *Look) handOn() {
	l.begin()
	for i := len(l.Links) - 1; i >= 0; i-- {
		l.hand(i)
	}
	l.walk()
	l.begin()
	l.hand(len(l.Links) - 1)
}

func (l *Look) hand(i int) {
	a, x, joint := l.arguments, &l.Links[i], l.joint(i)
	to := joint
	if l.Len == 1 { // lanes behind it are other joints
		to = l.hands
		copyRows(to, joint, formula.LookLast)
	}
	rows := &a.Rows
	a.Uniforms = x.Numbers[:]
	rows[0], rows[1], rows[2], rows[3], rows[4] = to, l.before(i), x.Frame, x.Above, l.Head
	lookHand16(a)
	if l.Len == 1 {
		CopyFour(joint[formula.LookOwn*Lanes:], to[formula.LookOwn*Lanes:])
	}
}

// copyRows copies the first lane of n rows.
func copyRows(dst, src []float32, n int) {
	for at := 0; at < n*Lanes; at += Lanes {
		dst[at] = src[at]
	}
}

func (l *Look) walk() {
	rows := &l.arguments.Rows
	for i := range l.Links {
		rows[0], rows[1], rows[2], rows[3] = l.joint(i-1), l.joint(i), l.before(i), l.Links[i].Frame
		lookWalk16(l.arguments)
	}
}

// miss measures the solution.
func (l *Look) miss() {
	a, last := l.arguments, len(l.Links)-1
	copy(l.numbers[:], l.Line[:])
	l.numbers[len(l.Line)] = l.Missing
	a.Uniforms = l.numbers[:]
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
	a, of := l.arguments, l.of()
	l.numbers[0] = slow
	a.Uniforms = l.numbers[:1]
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

// before is the frame of the previous joint, or of the first.
func (l *Look) before(i int) []float32 { return l.Links[max(i-1, 0)].Frame }
