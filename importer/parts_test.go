package importer_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// The test binary plays parts under other names: "hostile-…" are programs in place of a
// child, "subverted-…" children that a file has taken over once they were confined,
// "forbidden-…" children that cannot confine themselves, "interrupted-…" children that
// are interrupted before they are ready, "host-…" programs that import.

// part is the program that plays a part, and what it needs removed with the test.
func part(t *testing.T, name string) string {
	t.Helper()
	self, err := os.Executable()
	must.Do(t, err)
	file := filepath.Join(t.TempDir(), name)
	must.Do(t, os.Symlink(self, file))
	return file
}

// playPart does not return where the program's name is that of a part.
func playPart(name string) {
	kind, what, _ := strings.Cut(name, "-")
	switch kind {
	case "hostile":
		check(hostileParts[what]())
		os.Exit(0)
	case "subverted":
		importer.Subvert(func() {
			check(subvertedParts[what]())
			fmt.Fprintln(os.Stderr, "succeeded")
			os.Exit(1)
		})
		importer.ServeIsolated()
	case "unlocked": // as before Landlock could forbid signals
		check(forbiddenParts["landlock"]())
		importer.Subvert(func() {
			check(subvertedParts[what]())
			fmt.Fprintln(os.Stderr, "succeeded")
			os.Exit(1)
		})
		importer.ServeIsolated()
	case "forbidden":
		check(forbiddenParts[what]())
		importer.ServeIsolated()
	case "interrupted":
		interruptMe(what == "always")
		importer.ServeIsolated()
	case "slow":
		importer.Subvert(func() { time.Sleep(700 * time.Millisecond) })
		importer.ServeIsolated()
	case "host":
		importer.ServeIsolated()
		check(hostParts[what]())
		os.Exit(0)
	}
}

// check ends a part that fails.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "refused:", err)
		os.Exit(1)
	}
}

// afterGreeting is a part that is ready, hears a request and then does something.
func afterGreeting(do func() error) func() error {
	return func() error {
		if err := importer.Greet(); err != nil {
			return err
		}
		if err := importer.Hear(); err != nil {
			return err
		}
		return do()
	}
}

var hostileParts = map[string]func() error{
	"mute":  func() error { time.Sleep(time.Hour); return nil },
	"stall": afterGreeting(func() error { time.Sleep(time.Hour); return nil }),
	"deaf": func() error { // to files that are sent
		if err := importer.Greet(); err != nil {
			return err
		}
		for {
			if err := importer.Say(importer.KindReadFile, []byte("strider.glb")); err != nil {
				return err
			}
		}
	},
	"curious": afterGreeting(func() error {
		for {
			if err := importer.Say(importer.KindReadFile, []byte("strider.glb")); err != nil {
				return err
			}
			if err := importer.Hear(); err != nil {
				return err
			}
		}
	}),
	"garbage":  func() error { return importer.SayBytes([]byte(strings.Repeat("no message ", 1000))) },
	"nonsense": afterGreeting(func() error { return importer.Say(importer.KindAnswer, []byte(strings.Repeat("no model ", 1000))) }),
	"answers": afterGreeting(func() error {
		if err := importer.SayBytes([]byte{importer.KindAnswer, 0xff, 0xff, 0xff, 0xff}); err != nil {
			return err
		}
		zeros := make([]byte, 1<<20)
		for {
			if err := importer.SayBytes(zeros); err != nil {
				return err
			}
		}
	}),
	"clips": afterGreeting(func() error {
		data, err := importer.ManyClips(3 << 19)
		if err != nil {
			return err
		}
		return importer.Say(importer.KindAnswer, data)
	}),
	"chain": afterGreeting(func() error {
		data, err := importer.ManyClipsOf(1 << 16) // the most that are allowed
		if err != nil {
			return err
		}
		return importer.Say(importer.KindAnswer, data)
	}),
	"joints": afterGreeting(func() error {
		data, err := importer.ManyClipsOf(1)
		if err != nil {
			return err
		}
		return importer.Say(importer.KindAnswer, data)
	}),
	"prints": afterGreeting(func() error {
		for {
			if _, err := os.Stderr.Write(make([]byte, 1<<20)); err != nil {
				return err
			}
		}
	}),
	"heir":     afterGreeting(func() error { return leaveHeir(nil) }),
	"emigrant": afterGreeting(func() error { return leaveHeir(&syscall.SysProcAttr{Setsid: true}) }),
	"sleeper":  func() error { time.Sleep(6 * time.Second); return nil },
}

// leaveHeir ends and leaves a process that keeps all pipes, in its group or in a
// session of its own.
func leaveHeir(a *syscall.SysProcAttr) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self)
	cmd.Args = []string{"hostile-sleeper"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.ExtraFiles = []*os.File{os.NewFile(3, "answer")}
	cmd.SysProcAttr = a
	return cmd.Start()
}

var subvertedParts = map[string]func() error{
	"open": func() error { _, err := os.Open("/etc/passwd"); return err },
	"list": func() error { _, err := os.ReadDir("/"); return err },
	"write": func() error {
		return os.WriteFile(filepath.Join("/tmp", fmt.Sprint("sinew-", os.Getpid())), nil, 0o600)
	},
	"stat":    func() error { _, err := os.Lstat("/etc/passwd"); return err },
	"connect": func() error { _, err := net.Dial("tcp4", "127.0.0.1:9"); return err },
	"listen":  func() error { _, err := net.Listen("tcp4", "127.0.0.1:0"); return err },
	"exec":    func() error { return syscall.Exec("/bin/true", []string{"true"}, nil) },
	"fork": func() error {
		pid, _, e := syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
		if e != 0 {
			return e
		}
		if pid == 0 {
			syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
		}
		return nil
	},
	"bomb":      bomb,
	"signal":    func() error { return signalByPipe(os.Getppid()) },
	"heirlooms": writeInherited,
	"poison": func() error {
		const hardwarePoison = 100
		page, err := syscall.Mmap(-1, 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			return err
		}
		return syscall.Madvise(page, hardwarePoison)
	},
	"guard": func() error { // no attack: what glibc does of each thread's stack
		const install, remove = 102, 103
		page, err := syscall.Mmap(-1, 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			return err
		}
		for _, advice := range []int{install, remove} {
			if err := syscall.Madvise(page, advice); err != nil && err != syscall.EINVAL { // which older kernels say
				return err
			}
		}
		return errors.New("stacks can be guarded")
	},
	"undying": func() error {
		_, _, e := syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, 0, 0)
		if e != 0 {
			return e
		}
		return nil
	},
	"trace":     func() error { return syscall.PtraceAttach(os.Getppid()) },
	"kill":      func() error { return syscall.Kill(os.Getppid(), 0) },
	"namespace": func() error { return syscall.Unshare(syscall.CLONE_NEWUSER) },
	"code": func() error {
		_, err := syscall.Mmap(-1, 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE|syscall.PROT_EXEC, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		return err
	},
	"allocate": func() error {
		var all [][]byte
		for {
			b := make([]byte, 64<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			all = append(all, b)
			if len(all) > 1024 {
				return nil
			}
		}
	},
	"spin": func() error {
		for begun := time.Now(); time.Since(begun) < time.Hour; {
		}
		return nil
	},
}

// interruptMe ends the program as Ctrl-C would, every time or the first.
func interruptMe(always bool) {
	_, err := os.Stat(os.Args[0] + "-before")
	if err == nil && !always {
		return
	}
	check(os.WriteFile(os.Args[0]+"-before", nil, 0o600))
	check(syscall.Kill(os.Getpid(), syscall.SIGINT))
	time.Sleep(time.Hour)
}

// importInterrupted imports a file while the whole group of processes is interrupted,
// which it handles.
func importInterrupted() error {
	interrupts := make(chan os.Signal, 8)
	signal.Notify(interrupts, os.Interrupt)
	program := filepath.Join(filepath.Dir(os.Args[0]), "slow-import")
	fmt.Println("begun")
	_, err := importer.Load(context.Background(), os.Getenv("SINEW_TEST_FILE"), importer.Options{Isolation: &importer.Limits{Program: program}})
	if err == nil && len(interrupts) == 0 {
		err = fmt.Errorf("it was not interrupted")
	}
	return err
}

var hostParts = map[string]func() error{"import": importInterrupted, "besieged": besieged, "crowded": crowded, "deleted": deleted}
