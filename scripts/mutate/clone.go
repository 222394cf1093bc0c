//go:build unix

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// left matches files that are not changed: tests and fixtures, generators and what they wrote, kernels, the command,
// drawing, benchmarks and programs beside the library.
var left = regexp.MustCompile(`_test\.go$|_gen\.go$|/zz_|/testing/|/gen/|doc\.go$|^(benchmarks|cmd|examples|gpu|scripts|testdata|docs)/|^(native|internal)/simd/|^internal/measure/`)

// clone is a clone of HEAD with the changes of one mutant at a time.
type clone struct {
	dir    string
	env    []string
	passed map[string]time.Duration // of tests by their pattern, as they stand
}

// newClone clones the repository that contains a folder. The caller removes the clone.
func newClone(dir string) (*clone, error) {
	top, err := exec.Command("git", "-C", dir, "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return nil, fmt.Errorf("%s is in no repository: %w", dir, err)
	}
	root := strings.TrimSpace(string(top))
	to, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	env := os.Environ()
	if os.Getenv("SINEW_SHARED") == "" {
		env = append(env, "SINEW_SHARED="+filepath.Join(root, "..", "shared"))
	}
	if out, err := exec.Command("git", "clone", "-q", root, to).CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %s", err, out), os.RemoveAll(to))
	}
	return &clone{to, env, map[string]time.Duration{}}, nil
}

// files lists the files to change in folders, or all, with their sizes.
func (c *clone) files(folders []string) (names []string, sizes []int64, err error) {
	out, err := exec.Command("git", "-C", c.dir, "ls-files", "*.go").Output()
	if err != nil {
		return nil, nil, err
	}
	for name := range strings.FieldsSeq(string(out)) {
		if !within(name, folders) {
			continue
		}
		source, err := os.ReadFile(filepath.Join(c.dir, name))
		if err != nil {
			return nil, nil, err
		}
		if !bytes.HasPrefix(source, []byte("// Code generated")) {
			names, sizes = append(names, name), append(sizes, int64(len(source)))
		}
	}
	if len(names) == 0 {
		return nil, nil, fmt.Errorf("no file to change in %s", strings.Join(folders, ", "))
	}
	return names, sizes, nil
}

// within reports whether a file may be changed and lies in one of the folders, if there are any.
func within(name string, folders []string) bool {
	if left.MatchString(name) {
		return false
	}
	for _, folder := range folders {
		if strings.HasPrefix(name, path.Clean(folder)+"/") {
			return true
		}
	}
	return len(folders) == 0
}

// killed returns the test that sees the mutant, or "", and whether the mutant compiles.
func (c *clone) killed(ctx context.Context, m mutant) (by string, compiles bool, err error) {
	file := filepath.Join(c.dir, m.file)
	patterns := []string{"./" + path.Dir(m.file), "./" + strings.SplitN(m.file, "/", 2)[0] + "/..."}
	for _, p := range patterns {
		if err := c.pass(ctx, p); err != nil {
			return "", false, err
		}
	}
	if err := os.WriteFile(file, m.source, 0o666); err != nil {
		return "", false, err
	}
	defer func() { err = errors.Join(err, os.WriteFile(file, m.original, 0o666)) }()
	if c.run(ctx, time.Hour, "build", patterns[0]) != nil {
		return "", false, ctx.Err()
	}
	for _, p := range patterns {
		if by == "" {
			by = seenBy(c.test(ctx, p, 3*c.passed[p]+time.Minute))
		}
	}
	return by, true, ctx.Err()
}

var failing = regexp.MustCompile(`(?m)^--- FAIL: (\S+)|panic: (test timed out)|^(panic: .{0,60})|^FAIL\t(\S+)`)

// seenBy returns the first failure that tests print: a test, a panic, the end of their time, or a package.
func seenBy(err error) string {
	if err == nil {
		return ""
	}
	if m := failing.FindStringSubmatch(err.Error()); m != nil {
		return cmp.Or(m[1:]...)
	}
	return "the tests' end"
}

// pass runs tests as they stand, once, and notes how long they take.
func (c *clone) pass(ctx context.Context, pattern string) error {
	if c.passed[pattern] > 0 {
		return nil
	}
	start := time.Now()
	if err := c.test(ctx, pattern, time.Hour); err != nil {
		return fmt.Errorf("the tests of %s fail without a change: %w", pattern, err)
	}
	c.passed[pattern] = time.Since(start)
	return nil
}

// test runs tests in their short form until one fails.
func (c *clone) test(ctx context.Context, pattern string, limit time.Duration) error {
	return c.run(ctx, limit+time.Minute, "test", "-short", "-vet=off", "-failfast", "-timeout", limit.String(), pattern)
}

// run runs the go command. It ends the command at the first package that fails, and after a limit.
func (c *clone) run(ctx context.Context, limit time.Duration, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // with the tests that it runs
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		return err
	}
	var said []string
	failed := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said = append(said, lines.Text())
		if failed = failed || strings.HasPrefix(lines.Text(), "FAIL\t"); failed {
			cancel()
		}
	}
	if err := cmd.Wait(); err != nil || failed {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), errors.Join(err, context.Cause(ctx)), strings.Join(said, "\n"))
	}
	return nil
}
