//go:build !linux

package child

// machineMemory is how much memory the machine has, or 0 where nothing tells.
func machineMemory() int64 { return 0 }
