//go:build purego || !(amd64 || arm64)

package simd

func machineISAs() []ISA { return nil }
