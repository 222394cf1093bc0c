package child

import "golang.org/x/sys/unix"

// machineMemory is how much memory the machine has, or 0 where nothing tells.
func machineMemory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return int64(info.Totalram) * int64(info.Unit)
}
