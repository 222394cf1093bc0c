package sandbox

import (
	"os"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

// allowed are the system calls of Go's runtime, malloc, threads and pipes. None of
// them takes the name of a file.
var allowed = []string{
	"read", "write", "readv", "writev", "close", "fstat", "lseek", "fcntl",
	"epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_wait", "eventfd2", "pipe2", "poll", "ppoll",
	"mremap", "munmap", "madvise", "mincore", "brk",
	"futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "gettid", "getpid", "restart_syscall",
	"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
	"nanosleep", "clock_nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "time",
	"getrandom", "getrlimit", "getrusage", "uname", "sysinfo", "exit", "exit_group",
}

// refused are calls that libraries make in passing and do without: the first makes the
// C library use clone, whose flags can be seen; standard streams ask the others about
// their descriptor.
var refused = []string{"clone3", "ioctl", "newfstatat", "statx", "sched_setaffinity", "membarrier"}

const threadFlags = unix.CLONE_THREAD

// enterSeccomp ends the process at every system call that is not listed, on all of its
// threads.
func enterSeccomp() Layer {
	info, err := arch.GetInfo("")
	if err != nil {
		return layer("seccomp", err, "")
	}
	policy := callPolicy(info)
	n := len(policy.Syscalls[0].Names) + len(policy.Syscalls[0].NamesWithCondtions)
	err = seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: policy})
	return layer("seccomp", err, "%d system calls are allowed; no open, socket, exec, fork or ptrace among them", n)
}

// callPolicy is the filter for a processor: names that it does not have are left out.
func callPolicy(info *arch.Info) seccomp.Policy {
	known := func(names []string) (list []string) {
		for _, name := range names {
			if _, ok := info.SyscallNames[name]; ok {
				list = append(list, name)
			}
		}
		return list
	}
	when := func(name string, argument uint32, op seccomp.Operation, value uint64) []seccomp.NameWithConditions {
		if _, ok := info.SyscallNames[name]; !ok {
			return nil
		}
		return []seccomp.NameWithConditions{{Name: name, Conditions: seccomp.ArgumentConditions{{Argument: argument, Operation: op, Value: value}}}}
	}
	self := uint64(os.Getpid())
	var some []seccomp.NameWithConditions
	for _, list := range [][]seccomp.NameWithConditions{
		when("clone", 0, seccomp.BitsSet, threadFlags),
		when("mmap", 2, seccomp.BitsNotSet, unix.PROT_EXEC),
		when("mprotect", 2, seccomp.BitsNotSet, unix.PROT_EXEC),
		when("tgkill", 0, seccomp.Equal, self),
		when("kill", 0, seccomp.Equal, self),
		when("prctl", 0, seccomp.Equal, unix.PR_SET_VMA),
	} {
		some = append(some, list...)
	}
	return seccomp.Policy{
		DefaultAction: seccomp.ActionKillProcess,
		Syscalls: []seccomp.SyscallGroup{
			{Names: known(allowed), NamesWithCondtions: some, Action: seccomp.ActionAllow},
			{Names: known(refused), Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS)},
		},
	}
}
