//go:build cgo && linux

package main

import (
	"bufio"
	"image"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// display is a virtual X display with one window that a test drives: keys and mouse
// come from the server, as those of a user do.
type display struct {
	t      *testing.T
	name   string
	x      *xgb.Conn
	root   xproto.Window
	window xproto.Window
	codes  map[xproto.Keysym]byte
	pings  uint32
}

// newDisplay starts a server of its own: never that of the user's screen.
func newDisplay(t *testing.T, screen string) *display {
	t.Helper()
	server, err := exec.LookPath("Xvfb")
	if err != nil {
		t.Skip("no Xvfb")
	}
	r, w, err := os.Pipe()
	must.Do(t, err)
	cmd := exec.Command(server, "-displayfd", "3", "-screen", "0", screen, "-nolisten", "tcp", "-noreset")
	cmd.ExtraFiles = []*os.File{w}
	must.Do(t, cmd.Start())
	w.Close()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Skip("Xvfb does not start: ", err)
	}
	d := &display{t: t, name: ":" + strings.TrimSpace(number), codes: make(map[xproto.Keysym]byte)}
	xgb.Logger = log.New(io.Discard, "", 0)
	if d.x, err = xgb.NewConnDisplay(d.name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.x.Close)
	if err := xtest.Init(d.x); err != nil {
		t.Skip("the server has no XTEST: ", err)
	}
	setup := xproto.Setup(d.x)
	d.root = setup.DefaultScreen(d.x).Root
	xproto.ChangeWindowAttributes(d.x, d.root, xproto.CwEventMask, []uint32{xproto.EventMaskSubstructureNotify})
	first := setup.MinKeycode
	count := setup.MaxKeycode - first + 1
	m, err := xproto.GetKeyboardMapping(d.x, first, byte(count)).Reply()
	must.Do(t, err)
	for k := range int(count) {
		d.codes[m.Keysyms[k*int(m.KeysymsPerKeycode)]] = byte(int(first) + k)
	}
	return d
}

// until waits for something that a window does a moment later.
func (d *display) until(what string, done func() bool) {
	d.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if done() {
			return
		}
	}
	d.t.Fatalf("in vain is it awaited that %s; the title is %q", what, d.title())
}

// frames waits until the window has read the input that was sent and has drawn n frames since: once in each it reads its
// input and answers the ping of a window manager.
func (d *display) frames(n int) {
	d.t.Helper()
	for range n + 1 {
		d.pings++
		d.send("WM_PROTOCOLS", uint32(d.atom("_NET_WM_PING")), d.pings, uint32(d.window))
		for end := time.Now().Add(patience); !d.answered(); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				d.t.Fatalf("the window answers no more; its title is %q", d.title())
			}
		}
	}
}

// answered reads events up to the answer to the last ping.
func (d *display) answered() bool {
	for {
		event, err := d.x.PollForEvent()
		if event == nil && err == nil {
			return false
		}
		if e, ok := event.(xproto.ClientMessageEvent); ok && e.Window == d.root && e.Data.Data32[1] == d.pings {
			return true
		}
	}
}

// send sends a message to the window.
func (d *display) send(kind string, data ...uint32) {
	e := xproto.ClientMessageEvent{
		Format: 32, Window: d.window, Type: d.atom(kind),
		Data: xproto.ClientMessageDataUnionData32New(append(data, make([]uint32, 5-len(data))...)),
	}
	xproto.SendEvent(d.x, false, d.window, 0, string(e.Bytes()))
}

// find waits for the window, and gives it the keys.
func (d *display) find() {
	d.t.Helper()
	d.until("a window opens", func() bool {
		tree, err := xproto.QueryTree(d.x, d.root).Reply()
		if err != nil {
			return false
		}
		for _, w := range tree.Children {
			d.window = w
			a, err := xproto.GetWindowAttributes(d.x, w).Reply()
			if err == nil && a.MapState == xproto.MapStateViewable && strings.HasPrefix(d.title(), "sinew") {
				return true
			}
		}
		return false
	})
	xproto.SetInputFocus(d.x, xproto.InputFocusParent, d.window, xproto.TimeCurrentTime)
}

func (d *display) title() string {
	p, err := xproto.GetProperty(d.x, false, d.window, d.atom("_NET_WM_NAME"), xproto.GetPropertyTypeAny, 0, 1024).Reply()
	if err != nil {
		return ""
	}
	return string(p.Value)
}

func (d *display) atom(name string) xproto.Atom {
	a, err := xproto.InternAtom(d.x, false, uint16(len(name)), name).Reply()
	must.Do(d.t, err)
	return a.Atom
}

// fake sends an event of a device.
func (d *display) fake(kind, detail byte, x, y int) {
	must.Do(d.t, xtest.FakeInputChecked(d.x, kind, detail, 0, d.root, int16(x), int16(y), 0).Check())
}

// Keys that have no letter.
const (
	keyTab, keyEscape, keyShift, keyBackspace = 0xff09, 0xff1b, 0xffe1, 0xff08
	keyHome, keyLeft, keyUp, keyRight, keyEnd = 0xff50, 0xff51, 0xff52, 0xff53, 0xff57
	keyF1, keyF5                              = 0xffbe, 0xffc2
	keyEnter, keyDelete, keyControl           = 0xff0d, 0xffff, 0xffe3
)

// key presses keys, one after the other.
func (d *display) key(keys ...xproto.Keysym) {
	for _, k := range keys {
		d.fake(xproto.KeyPress, d.codes[k], 0, 0)
		d.fake(xproto.KeyRelease, d.codes[k], 0, 0)
		time.Sleep(10 * time.Millisecond) // two presses at one time count as one
	}
}

// with presses a key while another one, such as Control, is held.
func (d *display) with(held, key xproto.Keysym) {
	d.fake(xproto.KeyPress, d.codes[held], 0, 0)
	d.key(key)
	d.fake(xproto.KeyRelease, d.codes[held], 0, 0)
}

func (d *display) move(x, y int) { d.fake(xproto.MotionNotify, 0, x, y) }

// click presses the left button, or another one, at a place.
func (d *display) click(x, y int) {
	d.move(x, y)
	d.fake(xproto.ButtonPress, 1, 0, 0)
	d.fake(xproto.ButtonRelease, 1, 0, 0)
}

// drag moves the mouse with its left button held.
func (d *display) drag(x0, y0, x1, y1 int) {
	d.move(x0, y0)
	d.fake(xproto.ButtonPress, 1, 0, 0)
	for k := 1; k <= 5; k++ {
		d.move(x0+(x1-x0)*k/5, y0+(y1-y0)*k/5)
		d.frames(1)
	}
	d.fake(xproto.ButtonRelease, 1, 0, 0)
}

// wheel turns the wheel by a step, down or up.
func (d *display) wheel(down bool) {
	button := byte(4)
	if down {
		button = 5
	}
	d.fake(xproto.ButtonPress, button, 0, 0)
	d.fake(xproto.ButtonRelease, button, 0, 0)
}

func (d *display) resize(width, height int) {
	xproto.ConfigureWindow(d.x, d.window, xproto.ConfigWindowWidth|xproto.ConfigWindowHeight, []uint32{uint32(width), uint32(height)})
}

// close asks the window to close, as its button does.
func (d *display) close() { d.send("WM_PROTOCOLS", uint32(d.atom("WM_DELETE_WINDOW"))) }

// grab is what the window shows, or nil where it cannot be read.
func (d *display) grab() *image.RGBA {
	g, err := xproto.GetGeometry(d.x, xproto.Drawable(d.window)).Reply()
	if err != nil {
		return nil
	}
	i, err := xproto.GetImage(d.x, xproto.ImageFormatZPixmap, xproto.Drawable(d.window), 0, 0, g.Width, g.Height, ^uint32(0)).Reply()
	if err != nil {
		return nil
	}
	img := image.NewRGBA(image.Rect(0, 0, int(g.Width), int(g.Height)))
	for k := 0; k+4 <= len(img.Pix) && k+4 <= len(i.Data); k += 4 {
		img.Pix[k], img.Pix[k+1], img.Pix[k+2], img.Pix[k+3] = i.Data[k+2], i.Data[k+1], i.Data[k], 255
	}
	return img
}

// drop drops a file on the window, by the protocol XDND.
func (d *display) drop(file string, x, y int) {
	d.t.Helper()
	source, err := xproto.NewWindowId(d.x)
	must.Do(d.t, err)
	xproto.CreateWindow(d.x, 0, source, d.root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil)
	selection, list := d.atom("XdndSelection"), d.atom("text/uri-list")
	xproto.SetSelectionOwner(d.x, source, selection, xproto.TimeCurrentTime)
	d.send("XdndEnter", uint32(source), 5<<24, uint32(list))
	d.send("XdndPosition", uint32(source), 0, uint32(x)<<16|uint32(y), 0, uint32(d.atom("XdndActionCopy")))
	d.send("XdndDrop", uint32(source), 0, 0)
	path, err := filepath.Abs(file)
	must.Do(d.t, err)
	data := []byte("file://" + path + "\r\n")
	asked := false
	d.until("the window asks what was dropped", func() bool {
		for {
			event, err := d.x.PollForEvent()
			if event == nil && err == nil {
				return asked
			}
			e, ok := event.(xproto.SelectionRequestEvent)
			if !ok {
				continue
			}
			xproto.ChangeProperty(d.x, xproto.PropModeReplace, e.Requestor, e.Property, list, 8, uint32(len(data)), data)
			answer := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: e.Property}
			xproto.SendEvent(d.x, false, e.Requestor, 0, string(answer.Bytes()))
			asked = true
		}
	})
}
