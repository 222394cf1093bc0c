// Package soa holds Sinew's data: skeletons, clips, skins, meshes, morph targets
// and materials as flat arrays that a hot loop can walk and an archive can store.
// It evaluates nothing; package runtime does.
//
//	Model
//	├─ Skeleton   Name[j] Parent[j] Rest{TX[j] TY[j] … SZ[j]}      j = joint, parents first
//	├─ Weights    Mesh, Target, Rest                               morph weights
//	├─ Floats     Name, Joint, Rest                                custom properties
//	├─ Clips[c]   Track t → (Target, Property, Interpolation), keys First[t]:First[t+1]
//	│             Time[k] X[k] Y[k] Z[k] W[k]                      k = key, ticks after Start
//	├─ Skins[s]   Joint[i] InverseBind[i]                          i = palette index
//	├─ Meshes[m]  Position[3v] Normal[3v] … Joint[n·v] Weight[n·v] v = vertex, n = 4 or 8 influences
//	│             Morphs[k] sparse deltas
//	└─ Materials  factors, Maps[k] → (Role, Texture, UVSet), Textures
//
// A Bank holds the clips of a model compiled for crowds, a Packed one clip
// compressed, and a Pose one pose of the model without a clip.
//
// A track drives one of five properties: Translation, Rotation or Scale of a
// joint, the Weight of a morph target, or a Float. A Float is a custom
// property, any other number that the file animates, in the file's unit.
//
// Conventions: right-handed, Y up, metres; column vectors, M = T·R·S, global =
// parent·local. An Affine is a 3x4 matrix in row-major order. A quaternion is x,
// y, z, w with unit length. Times on the API are float64 seconds; keys are float32
// ticks after their clip's start.
//
// Programs that make models themselves start with NewSkeleton and NewClip, which keep the rules of
// Validate, or fill the fields.
//
// Every type has a Validate method that checks all assumptions of the evaluators:
// lengths, ranges, order and finiteness. Valid data cannot make them index out of
// range. The types are plain data: any number of goroutines may read one while
// none changes it.
//
// # Errors
//
// The package declares the errors that several packages of Sinew return. Validate
// methods wrap ErrInvalid, and AddClips wraps ErrSkeleton or ErrInvalid.
package soa
