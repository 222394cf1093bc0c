package control

import "reflect"

// kind is a type of modifiers.
type kind struct {
	name string
	make func() documented
}

// kinds lists the modifiers of documents, by the names of their fields.
var kinds = []kind{
	{"modifyJoint", func() documented { return new(ModifyJoint) }},
	{"twoBoneIK", func() documented { return new(TwoBoneIK) }},
	{"chainIK", func() documented { return new(ChainIK) }},
	{"aim", func() documented { return new(Aim) }},
	{"lookAt", func() documented { return new(LookAt) }},
	{"handIK", func() documented { return new(HandIK) }},
	{"socket", func() documented { return new(Socket) }},
	{"delay", func() documented { return new(Delay) }},
	{"twist", func() documented { return new(Twist) }},
	{"footPlacement", func() documented { return new(FootPlacement) }},
	{"jointLimit", func() documented { return new(JointLimit) }},
	{"constraintStack", func() documented { return new(ConstraintStack) }},
	{"springs", func() documented { return new(Springs) }},
	{"vrmSprings", func() documented { return new(VRMSprings) }},
}

// kindOf returns the index of a modifier's kind, or −1.
func kindOf(m Modifier) int {
	for k := range kinds {
		if reflect.TypeOf(kinds[k].make()) == reflect.TypeOf(m) && !reflect.ValueOf(m).IsNil() {
			return k
		}
	}
	return -1
}

// Kinds lists the names of modifiers in documents.
func Kinds() []string { return names(kinds, func(k *kind) string { return k.name }) }
