// Package child runs a part of the program in a child process that is confined: what an
// import of a damaged file can do to it ends there.
//
//	parent                                child
//	Run(clock, task) ── request ───────►  Serve(service)
//	files            ◄─ stat, read ─────  service.Answer(request, files, memory)
//	task.Answer      ◄─ answer ─────────
//
// The child is the same executable, whose main calls Serve first. It opens no file: the
// parent reads what it asks for. Package ipc says how requests and answers are written, and
// the parent decodes an answer within a budget of memory.
//
// A Clock bounds the time of an import, a gate and a census how many children run at the same
// time, and a Pool keeps children ready.
package child
