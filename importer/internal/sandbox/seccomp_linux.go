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
	"read", "write", "readv", "writev", "close", "fstat", "lseek",
	"epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_wait", "eventfd2", "pipe2", "poll", "ppoll",
	"mremap", "munmap", "mincore", "brk",
	"futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "gettid", "getpid", "restart_syscall",
	"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
	"nanosleep", "clock_nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "time",
	"getrandom", "getrlimit", "getrusage", "uname", "sysinfo", "exit", "exit_group",
	// on processors of 32 bits
	"fstat64", "_llseek", "futex_time64", "clock_gettime64", "clock_getres_time64", "clock_nanosleep_time64", "ppoll_time64", "ugetrlimit", "sigreturn",
}

// refused are calls that libraries make in passing and do without: the first makes the
// C library use clone, whose flags can be seen; standard streams ask the others about
// their descriptor.
var refused = []string{"clone3", "ioctl", "newfstatat", "statx", "sched_setaffinity", "membarrier"}

// descriptorCommands are the commands of fcntl that only read or set flags of the process's
// own descriptors. F_SETOWN and F_SETSIG are not among them: with O_ASYNC they make the
// kernel send any signal to the process that is named.
var descriptorCommands = []uint64{unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_DUPFD_CLOEXEC}

// memoryAdvice is what Go's runtime and malloc advise, and threads of glibc 2.42 and later,
// which guard the ends of their stacks so.
var memoryAdvice = []uint64{
	unix.MADV_DONTNEED, unix.MADV_FREE, unix.MADV_HUGEPAGE, unix.MADV_NOHUGEPAGE, unix.MADV_COLLAPSE,
	unix.MADV_GUARD_INSTALL, unix.MADV_GUARD_REMOVE,
}

const threadFlags = unix.CLONE_THREAD

// enterSeccomp ends the process at every system call that is not listed, on all of its
// threads.
func enterSeccomp() Layer {
	info, err := arch.GetInfo("")
	if err != nil {
		return layer("seccomp", err, "")
	}
	policy := callPolicy(info)
	n := callsAllowed(policy.Syscalls[0])
	err = seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: policy})
	return layer("seccomp", err, "%d system calls are allowed; no open, socket, exec, fork or ptrace among them", n)
}

// callsAllowed counts the system calls of a group; one with several conditions counts once.
func callsAllowed(g seccomp.SyscallGroup) int {
	names := make(map[string]bool)
	for _, c := range g.NamesWithCondtions {
		names[c.Name] = true
	}
	return len(g.Names) + len(names)
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
	var some []seccomp.NameWithConditions
	when := func(name string, conditions ...seccomp.Condition) {
		if _, ok := info.SyscallNames[name]; ok {
			some = append(some, seccomp.NameWithConditions{Name: name, Conditions: conditions})
		}
	}
	is := func(argument uint32, value uint64) seccomp.Condition {
		return seccomp.Condition{Argument: argument, Operation: seccomp.Equal, Value: value}
	}
	without := func(argument uint32, bits uint64) seccomp.Condition {
		return seccomp.Condition{Argument: argument, Operation: seccomp.BitsNotSet, Value: bits}
	}
	self := uint64(os.Getpid())
	when("clone", seccomp.Condition{Argument: 0, Operation: seccomp.BitsSet, Value: threadFlags})
	when("mmap", without(2, unix.PROT_EXEC))
	when("mmap2", without(2, unix.PROT_EXEC))
	when("mprotect", without(2, unix.PROT_EXEC))
	when("tgkill", is(0, self))
	when("kill", is(0, self))
	when("prctl", is(0, unix.PR_SET_VMA), is(1, unix.PR_SET_VMA_ANON_NAME))
	for _, fcntl := range []string{"fcntl", "fcntl64"} {
		for _, command := range descriptorCommands {
			when(fcntl, is(1, command))
		}
		when(fcntl, is(1, unix.F_SETFL), without(2, unix.O_ASYNC))
	}
	for _, advice := range memoryAdvice {
		when("madvise", is(2, advice))
	}
	return seccomp.Policy{
		DefaultAction: seccomp.ActionKillProcess,
		Syscalls: []seccomp.SyscallGroup{
			{Names: known(allowed), NamesWithCondtions: some, Action: seccomp.ActionAllow},
			{Names: known(refused), Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS)},
		},
	}
}
