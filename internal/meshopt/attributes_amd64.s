//go:build amd64 && !purego

#include "textflag.h"

DATA bits<>+0(SB)/8, $0x8040201008040201
DATA bits<>+8(SB)/8, $0x8040201008040201
GLOBL bits<>(SB), RODATA|NOPTR, $16

DATA halves<>+0(SB)/8, $0x0000000000000000
DATA halves<>+8(SB)/8, $0x0101010101010101
GLOBL halves<>(SB), RODATA|NOPTR, $16

DATA threes<>+0(SB)/8, $0x0303030303030303
DATA threes<>+8(SB)/8, $0x0303030303030303
GLOBL threes<>(SB), RODATA|NOPTR, $16

DATA fifteens<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA fifteens<>+8(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL fifteens<>(SB), RODATA|NOPTR, $16

DATA ones<>+0(SB)/8, $0x0101010101010101
DATA ones<>+8(SB)/8, $0x0101010101010101
GLOBL ones<>(SB), RODATA|NOPTR, $16

DATA sevens<>+0(SB)/8, $0x7f7f7f7f7f7f7f7f
DATA sevens<>+8(SB)/8, $0x7f7f7f7f7f7f7f7f
GLOBL sevens<>(SB), RODATA|NOPTR, $16

// Differences of 16 elements in four columns.
#define LOAD \
	VMOVDQU (SI), X0; \
	VMOVDQU 256(SI), X1; \
	VMOVDQU 512(SI), X2; \
	VMOVDQU 768(SI), X3; \
	ADDQ $16, SI

// Columns X0 to X3 become 4 elements of 4 bytes in each.
#define TRANSPOSE \
	VPUNPCKLBW X1, X0, X4; \
	VPUNPCKHBW X1, X0, X5; \
	VPUNPCKLBW X3, X2, X6; \
	VPUNPCKHBW X3, X2, X7; \
	VPUNPCKLWD X6, X4, X0; \
	VPUNPCKHWD X6, X4, X1; \
	VPUNPCKLWD X7, X5, X2; \
	VPUNPCKHWD X7, X5, X3

// The four elements of X are added up, from the last element before, X8, on, and stored.
#define SUM(ADD, X) \
	VPSLLDQ $4, X, X4; \
	ADD     X4, X, X; \
	VPSLLDQ $8, X, X4; \
	ADD     X4, X, X; \
	ADD     X8, X, X; \
	VPSHUFD $0xff, X, X8; \
	VMOVD   X, (DI); \
	VPEXTRD $1, X, (DI)(R8*1); \
	VPEXTRD $2, X, (DI)(R8*2); \
	VPEXTRD $3, X, (DI)(R9*1); \
	LEAQ    (DI)(R8*4), DI

#define SUMS(ADD) \
	SUM(ADD, X0); \
	SUM(ADD, X1); \
	SUM(ADD, X2); \
	SUM(ADD, X3)

// Bytes 0, 1, 2, 3 become 0, −1, 1, −2.
#define UNZIGZAG_BYTES(X) \
	VPAND  X10, X, X4; \
	VPSUBB X4, X9, X4; \
	VPSRLW $1, X, X; \
	VPAND  X11, X, X; \
	VPXOR  X4, X, X

#define UNZIGZAG_SHORTS(X) \
	VPSLLW $15, X, X4; \
	VPSRAW $15, X4, X4; \
	VPSRLW $1, X, X; \
	VPXOR  X4, X, X

#define ROTATE(X) \
	VPSRLD X10, X, X4; \
	VPSLLD X11, X, X; \
	VPOR   X4, X, X

#define START \
	MOVQ dst+0(FP), DI; \
	MOVQ stride+8(FP), R8; \
	MOVQ planes+16(FP), SI; \
	MOVQ groups+24(FP), CX; \
	MOVQ previous+32(FP), DX; \
	LEAQ (R8)(R8*2), R9; \
	VPBROADCASTD (DX), X8

#define END \
	VMOVD X8, (DX)

// func groupsAVX2(plane *[maxBlock]byte, groups int, widths *[4]uint8, shuffles *[256]uint64, header, data *byte, n int) int
//
// Narrow differences of a group are spread to 16 bytes, X0. Where they are the highest, X1, the
// byte comes from behind them: shuffles holds where, for each half of the group.
TEXT ·groupsAVX2(SB), NOSPLIT, $0-64
	MOVQ plane+0(FP), DI
	MOVQ groups+8(FP), CX
	MOVQ widths+16(FP), R8
	MOVQ shuffles+24(FP), R11
	MOVQ header+32(FP), R9
	MOVQ data+40(FP), SI
	MOVQ n+48(FP), R10
	MOVQ SI, R13
	LEAQ -24(SI)(R10*1), R10
	XORL BX, BX
	VMOVDQU bits<>(SB), X13
	VMOVDQU halves<>(SB), X12
	VMOVDQU threes<>(SB), X14
	VMOVDQU fifteens<>(SB), X11

group:
	CMPQ SI, R10
	JHI  short
	TESTL $3, BX
	JNZ  width
	MOVBLZX (R9), DX
	INCQ R9

width:
	MOVL DX, AX
	ANDL $3, AX
	SHRL $2, DX
	MOVBLZX (R8)(AX*1), AX
	CMPL AX, $4
	JEQ  four
	JHI  eight
	CMPL AX, $1
	JEQ  one
	JCS  zero

	VMOVD (SI), X0
	VPSRLW $4, X0, X1
	VPUNPCKLBW X0, X1, X0
	VPSRLW $2, X0, X1
	VPUNPCKLBW X0, X1, X0
	VPAND X14, X0, X0
	VPCMPEQB X14, X0, X1
	ADDQ $4, SI
	JMP  wide

four:
	VMOVQ (SI), X0
	VPSRLW $4, X0, X1
	VPUNPCKLBW X0, X1, X0
	VPAND X11, X0, X0
	VPCMPEQB X11, X0, X1
	ADDQ $8, SI
	JMP  wide

one:
	MOVWLZX (SI), AX
	VMOVD AX, X1
	VPSHUFB X12, X1, X1
	VPAND X13, X1, X1
	VPCMPEQB X13, X1, X1
	VPXOR X0, X0, X0
	ADDQ $2, SI

wide:
	VPMOVMSKB X1, AX
	MOVBLZX AX, R12
	SHRL $8, AX
	VMOVQ (R11)(R12*8), X2
	VMOVQ (R11)(AX*8), X3
	POPCNTL R12, R12
	POPCNTL AX, AX
	VMOVD R12, X4
	VPBROADCASTB X4, X4
	VPADDB X4, X3, X3
	VPUNPCKLQDQ X3, X2, X2
	VMOVDQU (SI), X5
	VPSHUFB X2, X5, X5
	VPANDN X0, X1, X0
	VPOR X5, X0, X0
	VMOVDQU X0, (DI)
	ADDQ R12, SI
	ADDQ AX, SI
	JMP  next

zero:
	VPXOR X0, X0, X0
	VMOVDQU X0, (DI)
	JMP  next

eight:
	VMOVDQU (SI), X0
	VMOVDQU X0, (DI)
	ADDQ $16, SI

next:
	ADDQ $16, DI
	INCL BX
	DECQ CX
	JNZ  group
	SUBQ R13, SI
	MOVQ SI, ret+56(FP)
	RET

short:
	MOVQ $-1, ret+56(FP)
	RET

// func sumBytesAVX2(dst *byte, stride int, planes *columns, groups int, previous *uint32)
TEXT ·sumBytesAVX2(SB), NOSPLIT, $0-40
	START
	VPXOR X9, X9, X9
	VMOVDQU ones<>(SB), X10
	VMOVDQU sevens<>(SB), X11

bytes:
	LOAD
	UNZIGZAG_BYTES(X0)
	UNZIGZAG_BYTES(X1)
	UNZIGZAG_BYTES(X2)
	UNZIGZAG_BYTES(X3)
	TRANSPOSE
	SUMS(VPADDB)
	DECQ CX
	JNZ  bytes
	END
	RET

// func sumShortsAVX2(dst *byte, stride int, planes *columns, groups int, previous *uint32)
TEXT ·sumShortsAVX2(SB), NOSPLIT, $0-40
	START

shorts:
	LOAD
	TRANSPOSE
	UNZIGZAG_SHORTS(X0)
	UNZIGZAG_SHORTS(X1)
	UNZIGZAG_SHORTS(X2)
	UNZIGZAG_SHORTS(X3)
	SUMS(VPADDW)
	DECQ CX
	JNZ  shorts
	END
	RET

// func sumRotatedAVX2(dst *byte, stride int, planes *columns, groups int, previous *uint32, rotation int)
TEXT ·sumRotatedAVX2(SB), NOSPLIT, $0-48
	START
	MOVQ  rotation+40(FP), AX
	VMOVQ AX, X10
	NEGQ  AX
	ADDQ  $32, AX
	VMOVQ AX, X11

rotated:
	LOAD
	TRANSPOSE
	ROTATE(X0)
	ROTATE(X1)
	ROTATE(X2)
	ROTATE(X3)
	SUMS(VPXOR)
	DECQ CX
	JNZ  rotated
	END
	RET
