package collada

import (
	"errors"
	"maps"
	"testing"
)

func TestNames(t *testing.T) {
	got, err := Names([]byte(`<?xml version="1.0" encoding="iso-8859-1"?><COLLADA><library_visual_scenes><visual_scene id="s" name="scene">
		<node id="a" sid="x" name="arm"><node name="arm" id="b"/><node sid="c" name="hand"/><node id="nameless"/></node><node name="lost"/>
	</visual_scene></library_visual_scenes></COLLADA>`))
	if err != nil {
		t.Fatal(err)
	}
	if want := map[string]string{"a": "arm", "b": "arm", "c": "hand"}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if _, err := Names([]byte("<COLLADA><node id=")); !errors.Is(err, ErrFormat) {
		t.Errorf("a file cut short: %v", err)
	}
}
