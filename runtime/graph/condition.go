package graph

// Test is the kind of a Condition.
type Test uint8

const (
	Is        Test = iota // parameter = Value
	IsNot                 // parameter ≠ Value
	Above                 // parameter > Value
	Below                 // parameter < Value
	Fired                 // the trigger is set; the transition clears it
	Exit                  // the state passes Value of its length: in each loop or, above 1, once
	After                 // the state has played for Value seconds
	Remaining             // the state's clip has at most Value seconds left
	Passed                // a clip of the state passes the event Name
)

var testNames = []string{"is", "not", "above", "below", "trigger", "exit", "after", "remaining", "event"}

var testDocs = []string{
	"The parameter is this; true or false of a bool.", "The parameter is not this; true or false of a bool.",
	"The parameter is greater.", "The parameter is less.", "The trigger is set. The transition clears it.",
	"The state passes this part of its length: in each loop or, above 1, once.",
	"The state has played for this many seconds.", "The state's clip has at most this many seconds left.",
	"A clip of the state passes the event of this name.",
}

// Condition is a condition of a transition.
type Condition struct {
	Test  Test
	Name  string // of the parameter or event
	Value float64
}
