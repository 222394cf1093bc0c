package main

// flow is what a kernel needs of an instruction set besides straight-line code.
// Registers are fixed ones; labels are the kernel's own.
type flow interface {
	begin(name, signature string)
	machine() *machine
	piece(taken []*reg, threads ...*thread) // writes threads woven together; taken registers stay as they are
	param(name string, to *reg)
	label(s string)
	addConstant(r *reg, n int)
	addRegister(r, s *reg)
	copyRegister(to, from *reg)
	jump(s string)
	jumpZero(r *reg, s string)           // where r is 0
	jumpNegative(r *reg, s string)       // where r is below 0
	jumpClear(m mem, bits int, s string) // where the 32 bits at m have none of bits
	countDown(r *reg, s string)          // takes 1 from r and jumps where it is not 0
	offset(r *reg, m mem)                // r = 32 bits at m, sign-extended
	setFloat(v *reg, bits uint32)        // v = a constant in all lanes
	broadcastParam(v *reg, name string)
	end()
}
