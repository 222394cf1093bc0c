// Package sandbox confines a child process that reads files of unknown origin, and
// starts and ends such children.
//
//	parent                                   child
//	cmd.Env = Environment(…)
//	Start(cmd)      ── own session, ends ──► Enter(limits)   once libraries are loaded
//	                   with its parent         descriptors, limits, oom, no-new-privs,
//	Kill(cmd)       ── and what it started ─►  landlock, seccomp
//
// Each layer is set where the system has it and allows it. Enter returns whether each layer
// holds:
//
//	descriptors   those that were inherited are closed, but for the pipes to the parent
//	limits        address space, data, processor time, files, locked memory; nothing is written to files
//	oom           where memory runs out, the child is the first to go
//	user          a child of root takes an unused user ID, without capabilities
//	threads       at most MaxThreads, where the kernel can count them apart from others
//	no-new-privs  no program that it might start has more rights
//	landlock      no file, no TCP port, no signal to others (Linux 5.13 and later; more in each version)
//	seccomp       a list of system calls, some with a list of arguments; any other ends the process
//
// These layers exist on Linux only. Elsewhere a child has its own session, if the system has
// sessions, and is limited only by its parent's clock.
package sandbox
