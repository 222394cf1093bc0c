// Package user imports parts.
package user

import "github.com/sinew-anim/sinew/scripts/platforms/testdata/parts"

// Size is that of parts.
func Size() int { return parts.Size() }
