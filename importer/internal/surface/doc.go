// Package surface reads materials and their pictures, embedded or beside the model.
package surface
