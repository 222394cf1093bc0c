package models

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/soa"
)

// clipless returns the model without clips, to which the clips of a file are added under the names that
// they have there.
func (o *Opened) clipless() *soa.Model {
	m := *o.Model
	m.Clips = nil
	return &m
}

// choose names the clips of all files, chooses among them by --drop-still, --only, --except and --range,
// and gives them to the model.
func (o *Opened) choose() error {
	rules, err := o.Wishes.choice()
	if err != nil {
		return err
	}
	files := o.takes
	for i := range files { // clips are renamed, and those that an archive has are not
		if i == 0 && !o.Takes && !o.AsOne {
			continue
		}
		files[i].Clips = slices.Clone(files[i].Clips)
		for k, c := range files[i].Clips {
			own := *c
			files[i].Clips[k] = &own
		}
	}
	o.nameTakes(files)
	for i := range files {
		for _, c := range files[i].Clips {
			o.names = append(o.names, c.Name)
		}
	}
	var clips []*soa.Clip
	for i := range files {
		f := &files[i]
		if f.Clips, err = rules.Choose(o.Model, f.Clips, &f.Report); err != nil {
			return fmt.Errorf("%s: %w", f.File, err)
		}
	}
	if len(rules.Ranges) > 0 { // which have names of their own
		o.nameTakes(files)
	}
	for i, f := range files {
		clips = append(clips, f.Clips...)
		for range f.Clips {
			o.ClipFile = append(o.ClipFile, f.File)
		}
		if i == 0 {
			o.Report = f.Report
			continue
		}
		o.Added[i-1].Report, o.Added[i-1].Clips = f.Report, len(f.Clips)
	}
	m := *o.Model
	m.Clips = clips
	o.Model, o.takes = &m, nil
	return nil
}

// nameTakes names the clips of all files apart. Those of the model keep their names, but where it is one
// take among others.
func (o *Opened) nameTakes(files []importer.FileClips) {
	if o.Takes || o.AsOne {
		importer.NameTakes(files)
		return
	}
	importer.NameClips(files[0].Clips, files[1:])
}
