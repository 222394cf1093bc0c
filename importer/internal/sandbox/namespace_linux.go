package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// namespaceMark is the environment variable of a child in a user namespace of its own.
const namespaceMark = "SINEW_OWN_NAMESPACE"

// inOwnNamespace reports whether Start gave the process a user namespace.
func inOwnNamespace() bool { return os.Getenv(namespaceMark) != "" }

// separateUser gives a command a user namespace in which it is the only process of the same
// user, and reports whether that is of use: since Linux 5.14 threads are counted in each
// namespace. The count never binds root.
func separateUser(cmd *exec.Cmd) bool {
	uid, gid := os.Geteuid(), os.Getegid()
	if uid == 0 || !countsInNamespaces() {
		return false
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}},
	}
	cmd.Env = append(cmd.Env, namespaceMark+"=1")
	return true
}

// countsInNamespaces reports whether the kernel is 5.14 or newer.
func countsInNamespaces() bool {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return false
	}
	var major, minor int
	_, err := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor)
	return err == nil && (major > 5 || major == 5 && minor >= 14)
}
