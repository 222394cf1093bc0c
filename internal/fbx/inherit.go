package fbx

// Inherit is the way in which a model inherits its parent's scale. With r, s
// its own rotation and scale and R, S those of its parent, in the order of the
// product:
type Inherit int64

// The ways to inherit, as FBX numbers them.
const (
	RrSs Inherit = 0 // R·r·S·s: both rotations first, so no shear
	RSrs Inherit = 1 // the plain product, as libassimp has it
	Rrs  Inherit = 2 // the parent's own scale is left out (segment scale compensate)
)

// Inherits returns the scale inheritance of each model that states one, by
// name.
func (f *File) Inherits() map[string]Inherit {
	t := f.takes
	out := make(map[string]Inherit)
	for i, id := range t.models {
		if v, ok := t.inherit[id]; ok {
			out[modelName(t.names[i].name)] = v
		}
	}
	return out
}

// readInherit reads one P record of a model.
func (t *takes) readInherit(model int64, in records) error {
	name, err := in.properties(1)
	if err != nil || name[0] != "InheritType" {
		return err
	}
	rest, err := in.properties(4)
	if err != nil {
		return err
	}
	if v, ok := rest[3].(int64); ok {
		t.inherit[model] = Inherit(v)
	}
	return nil
}
