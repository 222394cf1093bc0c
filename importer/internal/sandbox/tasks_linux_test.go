package sandbox

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestFreeTasks compares what is left to this process with the least of what each file of the kernel leaves.
func TestFreeTasks(t *testing.T) {
	free, limit := FreeTasks()
	if free < 0 || (limit == "") != (free == math.MaxInt) {
		t.Fatalf("%d, by %q", free, limit)
	}
	const slack = 300 // tasks that come and go meanwhile
	var most, all int
	if _, err := fmt.Sscan(read("/proc/sys/kernel/threads-max"), &most); err != nil {
		t.Skip(err)
	}
	if _, err := fmt.Sscanf(strings.Fields(read("/proc/loadavg"))[3], "%d/%d", new(int), &all); err != nil {
		t.Skip(err)
	}
	if free > most-all+slack {
		t.Errorf("%d are free by %q; the system leaves %d", free, limit, most-all)
	}
	if limit == "kernel.threads-max" && free < most-all-slack {
		t.Errorf("%d are free, want %d", free, most-all)
	}
	if n, seen := tasksOfUser(os.Getuid()), len(glob(t, "/proc/self/task/*")); n < seen || n > all+slack {
		t.Errorf("the user has %d tasks, this process %d and the system %d", n, seen, all)
	}
	for _, group := range pidsGroups() {
		if !strings.HasPrefix(group, "/sys/fs/cgroup") {
			t.Errorf("a control group at %s", group)
		}
		if most, ok := number(filepath.Join(group, "pids.max")); ok {
			if now, _ := number(filepath.Join(group, "pids.current")); free > most-now+slack {
				t.Errorf("%d are free; %s leaves %d of %d", free, group, most-now, most)
			}
		}
	}
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestNumber(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids.max")
	if n, ok := number(file); ok || n != 0 {
		t.Errorf("no file: %d, %v", n, ok)
	}
	for text, want := range map[string]int{"max\n": -1, "0\n": 0, "1": 1, "4096\n": 4096, "": -1} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, ok := number(file); ok != (want >= 0) || ok && n != want {
			t.Errorf("%q: %d, %v", text, n, ok)
		}
	}
}

// TestFreeUser tests that a child's user lies within the largest range, below its upper eighth, and differs from that of
// the next children.
func TestFreeUser(t *testing.T) {
	for _, test := range []struct {
		ranges      string
		least, most int64
	}{
		{"0 0 4294967295", 1 << 30, 1<<30 + 1<<22},
		{"0 100000 65536", 65536 / 2, 65536 - 65536/8},
		{"0 1000 1\n1 100000 65536", 1 + 65536/2, 1 + 65536 - 65536/8},
		{"1 100000 65536\n0 1000 1", 1 + 65536/2, 1 + 65536 - 65536/8},
		{"0 0 4096", 2048, 4096},
	} {
		seen := map[int]bool{}
		for pid := 1000; pid < 1500; pid++ {
			id, err := freeIn(test.ranges, pid)
			if err != nil || int64(id) < test.least || int64(id) >= test.most || seen[id] {
				t.Fatalf("%q: the process %s takes %d, %v", test.ranges, strconv.Itoa(pid), id, err)
			}
			seen[id] = true
		}
	}
	for _, ranges := range []string{"", "0 1000 1", "0 0 4095", "a b c"} {
		if id, err := freeIn(ranges, 1000); err == nil {
			t.Errorf("%q: user %d", ranges, id)
		}
	}
}
