// Package cliprules parses and applies the flags that change clips: --root-motion, which
// extracts root motion, and --additive.
//
//	rules, err := cliprules.Parse([]string{"xz,yaw,clip=walk*"}, []string{"lean=rest"})
//	err = rules.Apply(ctx, model, true)
package cliprules
