package soa

import "fmt"

// Skin binds meshes to a skeleton. Palette entry i belongs to Joint[i] and is
// the matrix
//
//	palette[i] = model(Joint[i]) · InverseBind[i]
//
// which takes a vertex from the mesh's space to model space. Meshes with the
// same joints and inverse bind matrices share one skin.
type Skin struct {
	Joint       []uint16
	InverseBind []Affine
}

// Len returns the number of palette entries.
func (s *Skin) Len() int { return len(s.Joint) }

// Validate checks the skin against the number of joints of its skeleton.
func (s *Skin) Validate(joints int) error {
	if err := checkLen("Skin.InverseBind", len(s.InverseBind), len(s.Joint), false); err != nil {
		return err
	}
	if len(s.Joint) > 1<<16 {
		return fmt.Errorf("%w: a skin has %d palette entries, at most %d are possible", ErrInvalid, len(s.Joint), 1<<16)
	}
	for i, j := range s.Joint {
		if int(j) >= joints {
			return fmt.Errorf("%w: Skin.Joint[%d] is %d of %d joints", ErrInvalid, i, j, joints)
		}
		if err := checkBoundedAt("Skin.InverseBind", i, s.InverseBind[i][:]); err != nil {
			return err
		}
	}
	return nil
}
