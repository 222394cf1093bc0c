package batch

import (
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

// FailedCell is the row of a table for a file that failed.
const FailedCell = "FAILED"

// printer prints outcomes in their order.
type printer[R console.Result] interface {
	print(o *Outcome[R]) error
	end(sum *Sums, took time.Duration) error
}

// pages prints the page of each file, and a table of all.
type pages[R console.Result] struct {
	page  console.Page
	table console.Table
	row   func(R) []string
	begun bool
}

func (p *pages[R]) print(o *Outcome[R]) error {
	name := console.Printable(o.File)
	if any(o.Result) == any(*new(R)) {
		p.table.Add(name, FailedCell)
		return nil
	}
	p.table.Add(append([]string{name}, p.row(o.Result)...)...)
	if p.begun {
		p.page.Line("")
	}
	p.begun = true
	o.Result.Write(&p.page)
	return p.page.Flush()
}

func (p *pages[R]) end(sum *Sums, took time.Duration) error {
	if p.begun {
		p.page.Line("")
	}
	p.table.Write(&p.page)
	sum.Write(&p.page)
	p.page.Line("%s: %d failed, in %.3g s", console.Plural(sum.Files, "file"), len(sum.Failed), took.Seconds())
	return p.page.Flush()
}

// document prints one JSON value.
type document[R console.Result] struct {
	to    console.JSONStream
	begun bool
}

func (d *document[R]) print(o *Outcome[R]) error {
	before := ",\n"
	if !d.begun {
		before = "{\"files\": [\n"
	}
	d.begun = true
	d.to.Raw(before)
	return d.to.Value(o)
}

func (d *document[R]) end(sum *Sums, took time.Duration) error {
	d.to.Raw("\n]")
	d.to.Field(", ", "failed", len(sum.Failed))
	d.to.Field(", ", "seconds", took.Seconds())
	d.to.Raw("}\n")
	return d.to.Err()
}
