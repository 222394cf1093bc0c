//go:build !linux

package child

// machineMemory returns the machine's memory in bytes, or 0 if unknown.
func machineMemory() int64 { return 0 }
