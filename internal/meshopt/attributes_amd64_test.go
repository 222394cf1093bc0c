//go:build amd64 && !purego

package meshopt

import "testing"

// TestAttributesPlain decodes the same without vector instructions.
func TestAttributesPlain(t *testing.T) {
	defer func(has bool) { hasAVX2 = has }(hasAVX2)
	hasAVX2 = false
	testAttributes(t)
}
