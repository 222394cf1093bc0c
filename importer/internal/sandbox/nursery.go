package sandbox

import (
	"os/exec"
	"runtime"
	"sync"
)

// nursery is the thread that starts all children and lasts as long as the process:
// Linux ends a child with the thread that started it, and Go ends a thread whose
// goroutine ends while it is locked to it (https://go.dev/issue/27505).
var nursery = sync.OnceValue(func() chan<- birth {
	births := make(chan birth)
	go func() {
		runtime.LockOSThread()
		for b := range births {
			b.started <- b.cmd.Start()
		}
	}()
	return births
})

type birth struct {
	cmd     *exec.Cmd
	started chan error
}

// Start starts the command that a function returns, in its own session and process group, so that
// keys pressed at the terminal do not reach it. The command ends with the calling process. If
// separate is true and the system allows it, the child gets its own user namespace, in which its
// threads are counted apart from the user's other processes; separated reports whether it has
// one.
func Start(command func() *exec.Cmd, separate bool) (cmd *exec.Cmd, separated bool, err error) {
	if separate {
		cmd = command()
		if separateUser(cmd) && start(cmd) == nil {
			return cmd, true, nil
		}
	}
	cmd = command()
	return cmd, false, start(cmd)
}

func start(cmd *exec.Cmd) error {
	confine(cmd)
	b := birth{cmd, make(chan error, 1)}
	nursery() <- b
	return <-b.started
}
