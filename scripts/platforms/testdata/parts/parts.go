// Package parts builds on linux/amd64 alone.
package parts

// Size needs what only Linux has, a constant of 64 bits and a body in assembly.
func Size() int { return pages() + 1<<40 + sum(1) }
