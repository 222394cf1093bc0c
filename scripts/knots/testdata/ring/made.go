// Code generated for a test. DO NOT EDIT.

package ring

var made = Draw(nil)

func (c *canvas) made() string { return made }
