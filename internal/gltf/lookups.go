package gltf

import (
	"bytes"
	"encoding/json"
)

// leastText is a length in bytes below which no file has channels and nodes that matter.
const leastText = 1 << 17

// Lookups is how many nodes libassimp may look at to find those that channels drive: it looks
// for each by its name, from the root on. It is 0 for files that are too short to matter.
func Lookups(data []byte) int {
	var count struct {
		Nodes      []struct{} `json:"nodes"`
		Animations []struct {
			Channels []struct{} `json:"channels"`
		} `json:"animations"`
	}
	text := jsonOf(data)
	if len(text) < leastText || json.Unmarshal(text, &count) != nil {
		return 0
	}
	channels := 0
	for _, a := range count.Animations {
		channels += len(a.Channels)
	}
	return channels * len(count.Nodes)
}

// WithoutAnimations is a copy of a file whose animations bear a name by which no reader knows
// them.
func WithoutAnimations(data []byte) []byte {
	data = bytes.Clone(data)
	text, depth := jsonOf(data), 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			end := i + 1
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			if depth == 1 && bytes.Equal(text[i+1:min(end, len(text))], []byte("animations")) {
				copy(text[i+1:], "Animations")
			}
			i = end
		}
	}
	return data
}

// jsonOf is the JSON in a .gltf or .glb file, or nil.
func jsonOf(data []byte) []byte {
	if bytes.HasPrefix(data, []byte("glTF")) {
		text, _, err := splitBinary(data)
		if err != nil {
			return nil
		}
		data = text
	}
	return bytes.TrimRight(bytes.TrimPrefix(data, []byte("\ufeff")), "\x00")
}
