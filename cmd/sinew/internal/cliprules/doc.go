// Package cliprules reads what a command line says is to become of clips: which motion of
// the root is taken out of them, and which become additive.
//
//	rules, err := cliprules.Parse([]string{"xz,yaw,clip=walk*"}, []string{"lean=rest"})
//	err = rules.Apply(model, true)
package cliprules
