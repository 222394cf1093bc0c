package fbx

import "strings"

// readText parses an ASCII file by lines: blocks open with "Name: …{" and close with "}".
func (t *takes) readText(data []byte) error {
	t.data, t.text, t.lines = data, true, string(data)
	var open []string // the names of the blocks around the line
	var id int64
	var current *stack
	class := "" // of the template around the line
	for begin, raw := range t.linesFrom(0) {
		line := strings.TrimSpace(raw)
		if line == "" || line[0] == ';' {
			if version, ok := strings.CutPrefix(line, "; FBX "); ok && len(open) == 0 {
				t.old = strings.HasPrefix(version, "7.0") || strings.HasPrefix(version, "7.1")
			}
			continue
		}
		if line == "}" {
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
			continue
		}
		name, rest, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		var values []string
		if len(open) < 2 || open[0] != "Objects" || name == "P" || open[1] == "AnimationCurve" { // not the arrays of meshes
			values = fields(rest)
		}
		switch {
		case len(open) == 1 && open[0] == "Objects":
			current, id = t.textObject(name, values)
			if current != nil {
				current.class = begin + strings.Index(raw, name)
			}
			if hasNumbers(name) && len(values) > 1 {
				t.note(id, object{class: name, name: values[1], at: begin})
			}
			if name == "Model" && len(values) > 1 {
				if at := strings.Index(raw, `"`+values[1]+`"`); at >= 0 {
					t.names = append(t.names, span{begin + at + 1, len(values[1]), values[1]})
					t.models = append(t.models, id)
				}
			}
		case name == "P" && current != nil && len(open) == 3 && len(values) >= 5:
			if values[0] == "LocalStart" || values[0] == "LocalStop" {
				current.set(values[0], integer(values[4]))
			}
		case name == "a" && len(open) == 3 && open[1] == "AnimationCurve" && open[2] == "KeyTime" && len(values) > 0:
			t.addCurve(id, integer(values[0]), integer(strings.TrimSpace(rest[strings.LastIndexByte(rest, ',')+1:])))
		case (name == "FBXHeaderVersion" || name == "TCDefinition") && len(open) > 0 && open[0] == "FBXHeaderExtension" && len(values) > 0:
			t.stateTime(name, integer(values[0]))
		case name == "P" && len(open) == 2 && open[0] == "GlobalSettings" && open[1] == "Properties70":
			t.stateSetting(textProperty(rest))
		case name == "ObjectType" && len(open) == 1 && open[0] == "Definitions" && len(values) > 0:
			class = values[0]
		case name == "P" && len(open) == 4 && open[0] == "Definitions" && open[3] == "Properties70":
			stated, p := textProperty(rest)
			t.define(class, stated, p)
		case name == "C" && len(open) == 1 && open[0] == "Connections" && len(values) >= 3:
			t.connect(integer(values[1]), integer(values[2]), values[0] == "OP")
			if len(values) > 3 && values[0] == "OP" {
				t.connectTo(integer(values[1]), integer(values[2]), values[3])
			}
		}
		if strings.HasSuffix(line, "{") {
			open = append(open, name)
		}
	}
	return nil
}

// textObject starts an object of the Objects block.
func (t *takes) textObject(name string, values []string) (*stack, int64) {
	if len(values) < 2 {
		return nil, 0
	}
	id := integer(values[0])
	if name != "AnimationStack" {
		return nil, id
	}
	t.stacks = append(t.stacks, stack{id: id, name: objectName(values[1])})
	return &t.stacks[len(t.stacks)-1], id
}
