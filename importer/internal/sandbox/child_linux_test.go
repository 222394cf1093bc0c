package sandbox

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const taskVariable = "SINEW_SANDBOX_TASK"

// limits are those of children of these tests.
var limits = Limits{Memory: 256 << 20, Processor: 20 * time.Second}

// tasks are what a child does once it is confined.
var tasks = map[string]func(){
	"threads": func() { // which serve one goroutine each
		var begun sync.WaitGroup
		for range 8 {
			begun.Add(1)
			go func() {
				runtime.LockOSThread()
				begun.Done()
				select {}
			}()
		}
		begun.Wait()
	},
	"memory":  func() { clear(bytes.Repeat([]byte{1}, 32<<20)) },
	"sleep":   func() { time.Sleep(10 * time.Millisecond) },
	"flags":   func() { _, _ = unix.FcntlInt(0, unix.F_GETFL, 0) },
	"nothing": func() {},
	"fork":    func() { _, _, _ = unix.RawSyscall(unix.SYS_CLONE, uintptr(unix.SIGCHLD), unix.CLONE_THREAD, 0) }, // as its stack
	"open":    func() { _, _, _ = unix.Syscall6(unix.SYS_OPENAT, 0, 0, 0, 0, 0, 0) },
	"socket":  func() { _, _ = unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0) },
	"exec":    func() { _, _, _ = unix.RawSyscall(unix.SYS_EXECVE, 0, 0, 0) },
	"trace":   func() { _, _, _ = unix.RawSyscall(unix.SYS_PTRACE, 0, 0, 0) },
	"signal":  func() { _ = unix.Kill(os.Getppid(), 0) },
	"code":    func() { _, _ = unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_ANON) },
	"owner":   func() { _, _ = unix.FcntlInt(0, unix.F_SETOWN, 1) },
	"advice":  func() { _, _, _ = unix.RawSyscall(unix.SYS_MADVISE, 0, 0, unix.MADV_SEQUENTIAL) },
}

// TestChild is the child: it says which layers hold, and does a task at each line that it reads.
func TestChild(t *testing.T) {
	task := os.Getenv(taskVariable)
	switch task {
	case "":
		t.Skip("is the child of other tests")
	case "parent": // of a child that lasts until it is ended, and tells its number
		cmd, _, err := Start(func() *exec.Cmd { return exec.Command("sleep", "1000") }, false)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(cmd.Process.Pid)
		select {}
	}
	for _, l := range Enter(limits) {
		fmt.Println(l)
	}
	fmt.Println()
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	tasks[task]()
	fmt.Println("done")
	os.Exit(0)
}

// program is a child with a task.
type program struct {
	cmd       *exec.Cmd
	separated bool
	to        io.WriteCloser
	from      *bufio.Reader
	layers    []string
}

func startProgram(t *testing.T, task string, separate bool, files ...*os.File) *program {
	t.Helper()
	p := &program{}
	in, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.to, p.from = to, bufio.NewReader(from)
	p.cmd, p.separated, err = Start(func() *exec.Cmd {
		cmd := exec.Command("/proc/self/exe", "-test.run=^TestChild$")
		cmd.Env = Environment(taskVariable+"="+task, "PATH="+os.Getenv("PATH"))
		cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = in, out, os.Stderr, files
		return cmd
	}, separate)
	if err != nil {
		t.Fatal(err)
	}
	in.Close()
	out.Close()
	t.Cleanup(func() {
		Kill(p.cmd)
		_ = p.cmd.Wait()
		to.Close()
		from.Close()
	})
	return p
}

// enter waits until the child is confined.
func (p *program) enter(t *testing.T) {
	t.Helper()
	for {
		line, err := p.from.ReadString('\n')
		if err != nil {
			t.Fatalf("after the layers %q: %v", p.layers, err)
		}
		if line == "\n" {
			return
		}
		p.layers = append(p.layers, strings.TrimSpace(line))
	}
}

// finish has the child do its task, and returns what it wrote and how it ended.
func (p *program) finish() (string, error) {
	fmt.Fprintln(p.to)
	said, _ := io.ReadAll(p.from)
	<-Exited(p.cmd)
	return strings.TrimSpace(string(said)), p.cmd.Wait()
}

// TestConfined asks the kernel what a confined child may do.
func TestConfined(t *testing.T) {
	leak, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer leak.Close()
	needSeccomp(t)
	p := startProgram(t, "threads", true, leak, leak, leak)
	p.enter(t)
	for _, layer := range p.layers {
		if strings.Contains(layer, "not applied") && (strings.HasPrefix(layer, "seccomp") || strings.HasPrefix(layer, "no-new-privs") || strings.HasPrefix(layer, "descriptors")) {
			t.Error(layer)
		}
	}
	var closed int // with what the program that tests was given
	if _, err := fmt.Sscanf(p.layers[0], "descriptors: %d inherited ones are closed", &closed); err != nil || closed < 2 {
		t.Errorf("%q, want 2 or more", p.layers[0])
	}
	proc := fmt.Sprintf("/proc/%d/", p.cmd.Process.Pid)
	if err := entered(proc, leak.Name()); err != nil {
		t.Error(err)
	}
	if said, err := p.finish(); said != "done" || err != nil {
		t.Errorf("%q, %v", said, err)
	}
}

// entered compares what the kernel tells of a process with what Enter sets; a file was passed on at the
// descriptors 3, 4 and 5.
func entered(proc, file string) error {
	var wrong []error
	is := func(what string, got, want any) {
		if got != want {
			wrong = append(wrong, fmt.Errorf("%s is %v, want %v", what, got, want))
		}
	}
	is("the score for the end of memory", strings.TrimSpace(read(proc+"oom_score_adj")), "1000")
	is("NoNewPrivs", field(proc+"status", "NoNewPrivs:", 0), "1")
	is("Seccomp", field(proc+"status", "Seccomp:", 0), "2")
	is("CapPrm", field(proc+"status", "CapPrm:", 0), "0000000000000000")
	for name, want := range map[string]string{
		"Max core file size": "0", "Max file size": "0", "Max locked memory": "0", "Max msgqueue size": "0",
		"Max open files": "16", "Max data size": strconv.FormatInt(limits.Memory, 10), "Max cpu time": "21",
	} {
		is(name, field(proc+"limits", name, 0), want)
		is(name+", hard", field(proc+"limits", name, 1), want)
	}
	for fd, want := range map[string]bool{"3": true, "4": false, "5": false} {
		at, _ := os.Readlink(proc + "fd/" + fd)
		is("that descriptor "+fd+" is the file", at == file, want)
	}
	return errors.Join(wrong...)
}

// needSeccomp skips a test where the kernel has no filters of system calls.
func needSeccomp(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/sys/kernel/seccomp"); err != nil {
		t.Skip(err)
	}
}

// field is a word after a key at the begin of a line.
func field(file, key string, word int) string {
	for line := range strings.Lines(read(file)) {
		if rest, ok := strings.CutPrefix(line, key); ok {
			return strings.Fields(rest)[word]
		}
	}
	return "not there"
}

func read(file string) string {
	data, _ := os.ReadFile(file)
	return string(data)
}

// TestCalls has a child do what readers need, and what they never do.
func TestCalls(t *testing.T) {
	needSeccomp(t)
	for task := range tasks {
		t.Run(task, func(t *testing.T) {
			t.Parallel()
			p := startProgram(t, task, false)
			p.enter(t)
			said, err := p.finish()
			name, limit := DiedOf(err)
			switch task {
			case "threads", "memory", "sleep", "flags", "nothing":
				if said != "done" || err != nil {
					t.Errorf("%q, %v", said, err)
				}
			default:
				if said != "" || name != "SIGSYS" || limit {
					t.Errorf("%q, ended by %q (%v), want SIGSYS", said, name, err)
				}
			}
		})
	}
}

// TestSessions tests that children have sessions of their own, and say whether their user is theirs too.
func TestSessions(t *testing.T) {
	for _, separate := range []bool{false, true} {
		p := startProgram(t, "nothing", separate)
		p.enter(t)
		pid := p.cmd.Process.Pid
		if session, err := unix.Getsid(pid); err != nil || session != pid {
			t.Errorf("the session of the child %d is %d, %v", pid, session, err)
		}
		own, _ := os.Readlink("/proc/self/ns/user")
		its, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/user", pid))
		if err != nil { // a process of another user
			its = own
		}
		if os.Geteuid() == 0 && its != own || os.Geteuid() != 0 && err == nil && p.separated != (its != own) || !separate && p.separated {
			t.Errorf("separate: %v; separated: %v, in the namespace %s of %s", separate, p.separated, its, own)
		}
	}
}

// TestEndsWithParent kills a process and sees its child end, and a child with what it started.
func TestEndsWithParent(t *testing.T) {
	p := startProgram(t, "parent", false)
	line, err := p.from.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	below, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	Kill(p.cmd) // which has a session of its own, as its child has
	_ = p.cmd.Wait()
	for end := time.Now().Add(10 * time.Second); runs(below); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the child of an ended process goes on")
		}
	}
	from, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	group, _, err := Start(func() *exec.Cmd {
		cmd := exec.Command("sh", "-c", "sleep 1000 & wait")
		cmd.Stdout = out
		return cmd
	}, false)
	if err != nil {
		t.Fatal(err)
	}
	out.Close()
	time.Sleep(20 * time.Millisecond)
	Kill(group)
	name, limit := DiedOf(group.Wait())
	if name != "SIGKILL" || limit {
		t.Errorf("ended by %q, a limit: %v", name, limit)
	}
	_ = from.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := from.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("what a killed child started holds its pipe: %v", err)
	}
}

// runs reports whether a process runs: it is there, and waits for nobody to hear of its end.
func runs(pid int) bool {
	stat := read(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	_, rest, ok := strings.Cut(stat, ") ")
	return ok && rest[0] != 'Z' && rest[0] != 'X'
}

// TestDiedOf ends processes by signals.
func TestDiedOf(t *testing.T) {
	for number, want := range map[syscall.Signal]struct {
		name                string
		limit, interruption bool
	}{
		0: {}, unix.SIGXCPU: {"SIGXCPU", true, false}, unix.SIGXFSZ: {"SIGXFSZ", true, false}, unix.SIGKILL: {"SIGKILL", false, false},
		unix.SIGSEGV: {"SIGSEGV", false, false}, unix.SIGINT: {"SIGINT", false, true}, unix.SIGQUIT: {"SIGQUIT", false, true},
		unix.SIGHUP: {"SIGHUP", false, true}, unix.SIGTERM: {"SIGTERM", false, false},
	} {
		if number != 0 && signal.Ignored(number) {
			continue // as in a background of a shell, and by nohup; children inherit it
		}
		err := exec.Command("sh", "-c", fmt.Sprintf("ulimit -c 0; kill -%d $$; exit 3", number)).Run()
		name, limit := DiedOf(err)
		if name != want.name || limit != want.limit || Interrupted(err) != want.interruption {
			t.Errorf("a process that ends by signal %d: %q, %v, interrupted %v; want %v", number, name, limit, Interrupted(err), want)
		}
	}
	for _, err := range []error{nil, errors.New("another"), exec.Command("/nonexistent").Run()} {
		if name, limit := DiedOf(err); name != "" || limit || Interrupted(err) {
			t.Errorf("%v: %q, %v", err, name, limit)
		}
	}
}
