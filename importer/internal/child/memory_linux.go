package child

import "golang.org/x/sys/unix"

// machineMemory returns the machine's memory in bytes, or 0 if unknown.
func machineMemory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return int64(info.Totalram) * int64(info.Unit)
}
