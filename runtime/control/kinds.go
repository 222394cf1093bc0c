package control

import "reflect"

// kinds lists the modifiers of documents, by the names of their fields.
var kinds = []struct {
	name, doc string
	make      func() documented
}{
	{"modifyJoint", "A joint that is put by hand.", func() documented { return new(ModifyJoint) }},
	{"twoBoneIK", "An arm or a leg that reaches.", func() documented { return new(TwoBoneIK) }},
	{"chainIK", "Joints that reach.", func() documented { return new(ChainIK) }},
	{"aim", "A joint that aims.", func() documented { return new(Aim) }},
	{"lookAt", "Joints that look.", func() documented { return new(LookAt) }},
	{"handIK", "A hand that takes hold.", func() documented { return new(HandIK) }},
	{"socket", "What hangs on a joint.", func() documented { return new(Socket) }},
	{"delay", "A joint that turns later.", func() documented { return new(Delay) }},
	{"twist", "Joints that share a twist.", func() documented { return new(Twist) }},
	{"footPlacement", "Feet on the ground.", func() documented { return new(FootPlacement) }},
	{"jointLimit", "How far a joint turns.", func() documented { return new(JointLimit) }},
	{"constraintStack", "A joint with constraints.", func() documented { return new(ConstraintStack) }},
	{"springs", "Joints that swing.", func() documented { return new(Springs) }},
	{"vrmSprings", "Joints that swing as in VRM.", func() documented { return new(VRMSprings) }},
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
func Kinds() (names []string) {
	for k := range kinds {
		names = append(names, kinds[k].name)
	}
	return names
}
