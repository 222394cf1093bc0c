//go:build !purego

package simd

// Every arm64 processor that Go runs on has NEON.
func machineISAs() []ISA { return []ISA{NEON} }
