package simd

import "github.com/sinew-anim/sinew/native/simd/formula"

// Look is the joints of 16 poses that share an aim, for SolveLook16.
type Look struct {
	Len    int // lanes in use, see Lanewise; of NewLook all
	Links  []LookLink
	Joints []float32 // LookValues per link: rows LookLast are given, LookOwn is the result
	Head   []float32 // lookHeadValues: row LookStep is given
	Target []float32 // rows of formula.AimTargetRows
	Weight []float32 // a row

	Line    [9]float32 // forward, up and offset in the last joint's frame
	Cones   bool       // some links have a cone
	Slow    bool       // LookStep applies
	Missing float32    // the reason for a target that is not reached

	arguments *Lanewise
	joints    []float32 // the one before all, then Joints
	numbers   []float32
	beside    []float32 // a joint's values, a head and weights
}

// LookLink is a joint of a Look.
type LookLink struct {
	Frame, Above []float32                     // FrameValues of the joint and of its parent
	Numbers      [formula.LookUniforms]float32 // LookFront, LookNow, LookCone, LookWeight
}

// Values of a link and of a head, see package formula.
const (
	LookValues     = formula.LookRows * Lanes
	lookHeadValues = formula.LookHeadRows * Lanes
)

// NewLook returns a look of n joints.
func NewLook(n int) *Look {
	l := &Look{
		Len: Lanes, Links: make([]LookLink, n), Head: AlignedFloat32(lookHeadValues), arguments: NewLanewise(),
		joints: AlignedFloat32((n + 1) * LookValues), numbers: make([]float32, formula.LookUniforms+1),
	}
	l.beside = AlignedFloat32(LookValues + lookHeadValues + Lanes)
	l.Joints = l.joints[LookValues:]
	for lane := range Lanes {
		l.joints[(formula.LookTurn+3)*Lanes+lane] = 1
	}
	return l
}

// SolveLook16 distributes an aim over joints and writes rows LookOwn of them. Each turns by its
// weight of the remaining rotation, within its cone; what cones withhold goes to the other
// joints, from the last to the first. Rows LookResidual and LookReason of the head are the
// result before the speed limit.
func SolveLook16(l *Look) error {
	const kernel = "SolveLook16"
	err := checkLengths(kernel, length{"Target", len(l.Target), formula.AimTargetRows * Lanes}, length{"Weight", len(l.Weight), Lanes})
	for i := 0; i < len(l.Links) && err == nil; i++ {
		x := &l.Links[i]
		err = checkLengths(kernel, length{"Frame", len(x.Frame), FrameValues}, length{"Above", len(x.Above), FrameValues})
	}
	if err != nil {
		return err
	}
	l.arguments.Len = l.Len
	l.share()
	if l.Cones && anyPositive(l.Head[formula.LookHeld*Lanes:][:l.Len]) {
		l.handOn()
		l.walk()
	}
	l.miss()
	l.take()
	return nil
}

func (l *Look) share() {
	a, last := l.arguments, len(l.Links)-1
	l.begin()
	clear(l.Head[formula.LookHeld*Lanes:][:Lanes])
	copy(l.joints[:3*Lanes], l.Links[0].Frame[4*Lanes:]) // the first joint does not move
	rows := &a.Rows
	rows[5], rows[6], rows[7] = l.Links[last].Frame, l.Target, l.Head
	for i := range l.Links {
		x := &l.Links[i]
		a.Uniforms = x.Numbers[:]
		rows[0], rows[1], rows[2], rows[3], rows[4] = l.joint(i-1), l.joint(i), l.before(i), x.Frame, x.Above
		lookShare16(a)
	}
}

func (l *Look) begin() {
	l.arguments.Uniforms = l.Line[:]
	l.rows(l.Links[len(l.Links)-1].Frame, l.Head)
	lookBegin16(l.arguments)
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
	x := &l.Links[i]
	l.arguments.Uniforms = l.numbersOf(i)
	l.rows(l.joint(i-1), l.joint(i), l.before(i), x.Frame, x.Above, l.Head, l.Target)
	lookHand16(l.arguments)
}

func (l *Look) walk() {
	for i := range l.Links {
		l.rows(l.joint(i-1), l.joint(i), l.before(i), l.Links[i].Frame)
		lookWalk16(l.arguments)
	}
}

// miss measures the solution.
func (l *Look) miss() {
	last := len(l.Links) - 1
	l.arguments.Uniforms = append(append(l.numbers[:0], l.Line[:]...), l.Missing)
	l.rows(l.joint(last), l.Links[last].Frame, l.Target, l.Head)
	lookMiss16(l.arguments)
}

// take applies weights and speed limits to the solution.
func (l *Look) take() {
	slow := float32(0)
	if l.Slow {
		slow = 1
	}
	l.arguments.Uniforms = append(l.numbers[:0], slow)
	if l.Len == 1 {
		l.takeBeside()
		return
	}
	for i := range l.Links {
		l.rows(l.joint(i), l.Head, l.Weight)
		lookTake16(l.arguments)
	}
}

// takeBeside is take for one pose: four joints at a time, each in a lane.
func (l *Look) takeBeside() {
	joints, head, weight := l.beside[:LookValues], l.beside[LookValues:][:lookHeadValues], l.beside[LookValues+lookHeadValues:]
	for lane := range 4 {
		head[formula.LookStep*Lanes+lane], weight[lane] = l.Head[formula.LookStep*Lanes], l.Weight[0]
	}
	for first := 0; first < len(l.Links); first += 4 {
		n := min(4, len(l.Links)-first)
		for lane := range n {
			from := l.joint(first + lane)
			CopyFour(joints[formula.LookOwn*Lanes+lane:], from[formula.LookOwn*Lanes:])
			CopyFour(joints[formula.LookLast*Lanes+lane:], from[formula.LookLast*Lanes:])
		}
		l.arguments.Len = n
		l.rows(joints, head, weight)
		lookTake16(l.arguments)
		for lane := range n {
			to := l.joint(first + lane)
			CopyFour(to[formula.LookOwn*Lanes:], joints[formula.LookOwn*Lanes+lane:])
			CopyFour(to[formula.LookLast*Lanes:], joints[formula.LookLast*Lanes+lane:])
		}
	}
}

func (l *Look) joint(i int) []float32 { return l.joints[(i+1)*LookValues:] }

// before is the frame of the previous joint, or of the first.
func (l *Look) before(i int) []float32 { return l.Links[max(i-1, 0)].Frame }

func (l *Look) numbersOf(i int) []float32 { return l.Links[i].Numbers[:] }

func (l *Look) rows(rows ...[]float32) { copy(l.arguments.Rows[:], rows) }
