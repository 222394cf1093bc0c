package overlay

import "unicode/utf8"

// Title writes the heading of a part of a panel.
func (u *UI) Title(text string) {
	r := u.next(16)
	u.Print(r, text, 0, u.Theme.Accent)
}

// Label writes a line of text.
func (u *UI) Label(text string) { u.Print(u.Next(), text, 0, u.Theme.Text) }

// Note writes a line in the faint colour.
func (u *UI) Note(text string) { u.Print(u.next(14), text, 0, u.Theme.Faint) }

// Pair writes a name and its value.
func (u *UI) Pair(name, value string) {
	r := u.next(15)
	u.Print(r, name, 0, u.Theme.Faint)
	w := u.canvas.font.Width(name) + u.Px(6)
	u.Print(Rect{r.X + w, r.Y, max(r.W-w, 0), r.H}, value, 1, u.Theme.Text)
}

// Button draws a button and reports that it was clicked.
func (u *UI) Button(name string) bool { return u.ButtonAt(name, u.Next()) }

// ButtonAt draws a button in a rectangle and reports that it was clicked.
func (u *UI) ButtonAt(name string, r Rect) bool {
	id := u.id(name)
	clicked := u.touch(id, r)
	u.canvas.Fill(r, u.shade(id))
	u.Print(Rect{r.X + u.Px(2), r.Y, r.W - u.Px(4), r.H}, name, 0.5, u.Theme.Text)
	return clicked
}

// Toggle draws a switch and reports that it changed.
func (u *UI) Toggle(name string, on *bool) bool {
	r := u.Next()
	id := u.id(name)
	changed := u.touch(id, r)
	if changed {
		*on = !*on
	}
	box := Rect{r.X, r.Y + floor((r.H-u.Px(12))/2), u.Px(12), u.Px(12)}
	u.canvas.Fill(box, u.shade(id))
	if *on {
		u.canvas.Fill(box.Inset(u.Px(2.5)), u.Theme.Accent)
	}
	x := box.W + u.Px(5)
	u.Print(Rect{r.X + x, r.Y, max(r.W-x, 0), r.H}, name, 0, u.Theme.Text)
	return changed
}

// Choice draws options side by side, one of them chosen, and reports that the choice
// changed.
func (u *UI) Choice(name string, options []string, chosen *int) (changed bool) {
	r := u.Next()
	place := func(k int) (Rect, uint64) {
		x0, x1 := floor(r.W*float32(k)/float32(len(options))), floor(r.W*float32(k+1)/float32(len(options)))
		return Rect{r.X + x0, r.Y, x1 - x0, r.H}, hash(u.id(name), options[k])
	}
	for k := range options {
		part, id := place(k)
		if u.touch(id, part) && *chosen != k {
			*chosen, changed = k, true
		}
	}
	for k, option := range options {
		part, id := place(k)
		color, text := u.shade(id), u.Theme.Text
		if *chosen == k {
			color, text = u.Theme.Accent, u.Theme.OnAccent
		}
		u.canvas.Fill(Rect{part.X, part.Y, part.W - 1, part.H}, color)
		u.Print(part.Inset(u.Px(1)), option, 0.5, text)
	}
	return changed
}

// Slider draws a number between two limits, and reports that it changed. A right click
// resets it to rest.
func (u *UI) Slider(name string, v *float64, low, high, rest float64) bool {
	return u.slide(u.id(name), u.Next(), name, v, low, high, rest)
}

func (u *UI) slide(id uint64, r Rect, name string, v *float64, low, high, rest float64) bool {
	u.touch(id, r)
	changed := false
	set := func(to float64) {
		if to != *v {
			*v, changed = to, true
		}
	}
	if u.active == id {
		set(low + (high-low)*clamp01(float64((u.input.X-r.X)/max(r.W, 1))))
	} else if u.hot == id && u.input.Right {
		set(rest)
	}
	u.canvas.Fill(r, u.shade(id))
	part := float32(clamp01((*v - low) / (high - low)))
	u.canvas.Fill(Rect{r.X, r.Y + r.H - u.Px(3), floor(r.W * part), u.Px(3)}, u.Theme.Accent)
	in := Rect{r.X + u.Px(4), r.Y, r.W - u.Px(8), r.H - u.Px(2)}
	number := u.text.Reset().Short(*v).String()
	w := u.canvas.font.Width(number)
	u.Print(in, number, 1, u.Theme.Text)
	u.Print(Rect{in.X, in.Y, max(in.W-w-u.Px(4), 0), in.H}, name, 0, u.Theme.Text)
	return changed
}

// Field draws a text that can be edited, or its name while it is empty, and reports that it
// changed.
func (u *UI) Field(name string, text *[]byte) (changed bool) {
	r := u.Next()
	id := u.id(name)
	u.touch(id, r)
	if u.active == id && u.input.Pressed {
		u.focus = id
	}
	editing := u.focus == id
	if editing {
		changed = u.edit(text)
	}
	u.canvas.Fill(r, u.shade(id))
	in := Rect{r.X + u.Px(4), r.Y, r.W - u.Px(8), r.H}
	if len(*text) == 0 && !editing {
		u.Print(in, name, 0, u.Theme.Faint)
		return changed
	}
	shown := u.text.Reset().Put(string0(*text)).String()
	u.Print(in, shown, 0, u.Theme.Text)
	if editing {
		u.canvas.Frame(r, max(1, floor(u.scale)), u.Theme.Accent)
		x := min(in.X+u.canvas.font.Width(shown)+1, in.X+in.W)
		u.canvas.Fill(Rect{x, r.Y + u.Px(3), max(1, floor(u.scale)), r.H - u.Px(6)}, u.Theme.Text)
	}
	return changed
}

// Focus gives the keyboard focus to a field of a panel.
func (u *UI) Focus(panel, name string) { u.focus = hash(hash(0, panel), name) }

// edit applies what was typed.
func (u *UI) edit(text *[]byte) (changed bool) {
	for _, r := range u.input.Typed {
		*text, changed = utf8.AppendRune(*text, r), true
	}
	for _, k := range u.input.Keys {
		switch k {
		case KeyBackspace:
			if _, n := utf8.DecodeLastRune(*text); n > 0 {
				*text, changed = (*text)[:len(*text)-n], true
			}
		case KeyEnter, KeyTab:
			u.focus = 0
		case KeyEscape:
			changed = changed || len(*text) > 0
			*text, u.focus = (*text)[:0], 0
		}
	}
	return changed
}

// Area returns the mouse's position in a rectangle, from 0 to 1, and whether the mouse
// holds it.
func (u *UI) Area(name string, r Rect) (x, y float64, held bool) {
	id := u.id(name)
	u.touch(id, r)
	return float64((u.input.X - r.X) / max(r.W, 1)), float64((u.input.Y - r.Y) / max(r.H, 1)), u.active == id
}
