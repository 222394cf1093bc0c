//go:build !purego

package simd

import "golang.org/x/sys/cpu"

func machineISAs() []ISA {
	var l []ISA
	if cpu.X86.HasAVX2 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT {
		l = append(l, AVX2)
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
			l = append(l, AVX512)
		}
	}
	return l
}
