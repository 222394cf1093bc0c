// Package progress sums up how far works are that are done at the same time.
package progress

import "sync"

// Together returns a function for n works that are done at the same time: each calls it
// with its index and the share of it that is done, which never falls. It calls tell, one
// call at a time, with the share that is done of all of them. tell may be nil.
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
