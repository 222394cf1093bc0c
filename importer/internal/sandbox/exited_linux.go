package sandbox

import (
	"os/exec"

	"golang.org/x/sys/unix"
)

// Exited is closed when a child has ended, which is not waited for yet.
func Exited(cmd *exec.Cmd) <-chan struct{} {
	ended := make(chan struct{})
	pid := cmd.Process.Pid
	go func() {
		defer close(ended)
		for unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
		}
	}()
	return ended
}
