package sandbox

import "syscall"

// endsWithParent has the kernel end a child with the thread that starts it.
func endsWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
