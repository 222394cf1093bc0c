// Package child runs part of an import in a confined child process, so that a damaged file
// can harm only that process.
//
//	parent                                child
//	Run(clock, task) ── request ───────►  Serve(service)
//	files            ◄─ stat, read ─────  service.Answer(request, files, memory)
//	task.Answer      ◄─ answer ─────────
//
// The child is the same executable; its main calls Serve first. It opens no files: the parent
// reads them on request. Package ipc defines the encoding of requests and answers. The parent
// decodes an answer within a memory limit.
//
// A Clock limits the time of an import. A gate and a census limit how many children run at
// once. A Pool keeps children ready.
package child
