package lws

import "bytes"

// Still returns a file's text with only the first key of each envelope, and without behaviors and
// the motions of versions before 3.
func Still(text []byte) []byte {
	out := make([]byte, 0, len(text))
	envelope, keyed := false, false
	for len(text) > 0 {
		line := text
		if end := bytes.IndexAny(text, "\r\n"); end >= 0 {
			line = text[:end+1]
		}
		text = text[len(line):]
		word := bytes.TrimLeft(line, " \t")
		switch {
		case bytes.HasPrefix(word, []byte("{")):
			envelope, keyed = bytes.HasPrefix(bytes.TrimLeft(word[1:], " \t"), []byte("Envelope")), false
		case bytes.HasPrefix(word, []byte("}")):
			envelope = false
		case envelope && bytes.HasPrefix(word, []byte("Key")):
			if keyed {
				continue
			}
			keyed = true
		case envelope && bytes.HasPrefix(word, []byte("Behaviors")):
			continue
		default:
			for _, motion := range []string{"ObjectMotion", "LightMotion", "CameraMotion"} {
				if bytes.HasPrefix(word, []byte(motion)) {
					out = append(out, 'x')
				}
			}
		}
		out = append(out, line...)
	}
	return out
}
