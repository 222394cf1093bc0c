// Package progress combines the progress of concurrent tasks.
package progress

import "sync"

// Together returns a function for n concurrent tasks: each calls it with its index and its
// completed fraction, which never decreases. It calls tell with the fraction completed of all
// tasks, one call at a time. tell may be nil.
func Together(n int, tell func(done float64)) func(i int, done float64) {
	if tell == nil {
		return func(int, float64) {}
	}
	var lock sync.Mutex
	shares := make([]float64, n)
	return func(i int, done float64) {
		lock.Lock()
		defer lock.Unlock()
		shares[i] = done
		sum := 0.0
		for _, s := range shares {
			sum += s
		}
		tell(sum / float64(n))
	}
}
