package sandbox

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// FreeTasks is how many more processes and threads this process and its children may start:
// the least that pids.max of its control groups, the system's own limits and RLIMIT_NPROC
// leave. It is math.MaxInt where nothing limits them. limit names the one that does.
func FreeTasks() (free int, limit string) {
	free = math.MaxInt
	least := func(n int, name string) {
		if n < free {
			free, limit = n, name
		}
	}
	for _, group := range pidsGroups() {
		if most, ok := number(filepath.Join(group, "pids.max")); ok {
			now, _ := number(filepath.Join(group, "pids.current"))
			least(most-now, filepath.Join(group, "pids.max"))
		}
	}
	all := tasksOfSystem()
	if most, ok := number("/proc/sys/kernel/threads-max"); ok {
		least(most-all, "kernel.threads-max")
	}
	if most, ok := processLimit(); ok {
		// A user has at most as many tasks as the system: they are counted where that is near
		// the limit.
		const near = 1024
		left := most - all
		if left < near {
			left = most - tasksOfUser(os.Getuid())
		}
		least(left, "RLIMIT_NPROC")
	}
	return max(free, 0), limit
}

// processLimit is RLIMIT_NPROC where it binds.
func processLimit() (int, bool) {
	var l unix.Rlimit
	if os.Geteuid() == 0 || unix.Getrlimit(unix.RLIMIT_NPROC, &l) != nil || l.Cur > math.MaxInt32 {
		return 0, false
	}
	return int(l.Cur), true
}

// pidsGroups are the folders of the control groups that may count this process's tasks:
// its own and those above it, of both versions. A container sees its own group as the root,
// or by its name outside, under which nothing lies.
func pidsGroups() (folders []string) {
	data, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(data)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		root := ""
		switch {
		case parts[0] == "0" && parts[1] == "":
			root = "/sys/fs/cgroup"
		case slices.Contains(strings.Split(parts[1], ","), "pids"):
			root = "/sys/fs/cgroup/pids"
		default:
			continue
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			folders = append(folders, filepath.Join(root, group))
			if group == "/" {
				break
			}
		}
	}
	return folders
}

// number reads a file that holds one number, and not "max".
func number(file string) (int, bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.Atoi(string(bytes.TrimSpace(data)))
	return n, err == nil
}

// tasksOfSystem is how many tasks the kernel has, of all users.
func tasksOfSystem() int {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	var load [3]float64
	var running, all int
	if _, err := fmt.Sscanf(string(data), "%f %f %f %d/%d", &load[0], &load[1], &load[2], &running, &all); err != nil {
		return 0
	}
	return all
}

// tasksOfUser counts the tasks of a user that can be seen.
func tasksOfUser(uid int) (n int) {
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range processes {
		info, err := os.Stat(p)
		if err != nil {
			continue
		}
		if s, ok := info.Sys().(*syscall.Stat_t); !ok || int(s.Uid) != uid {
			continue
		}
		tasks, _ := os.ReadDir(filepath.Join(p, "task"))
		n += len(tasks)
	}
	return n
}
