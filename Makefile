# Sinew's commands, each of which sets up what it needs:
#
#   make demo    build the command and let it render characters from several formats into demo-out/
#   make test    every test in its short form, without a display: a few minutes
#   make check   what takes longer: surveys, the race detector, arm64, other platforms
#
# and, where the set-up has been done: build, bench, fmt, clean, and the parts of test and check.

MAKEFLAGS += --no-print-directory

# Without a C compiler Go would turn cgo off by itself and then find no files to build: better its plain error.
export CGO_ENABLED := 1

# The compiler and the linker, not the tests, collect garbage less often: it saves a sixth of their time. internal/kernel/gen
# takes 3 GiB to compile even so.
FLAGS := $(shell go env GOFLAGS 2>/dev/null)
ifeq ($(findstring -toolexec,$(FLAGS)),)
export GOFLAGS := $(FLAGS) '-toolexec=env GOGC=400 GOMEMLIMIT=3GiB'
endif

# Property tests draw the same cases on every machine, so that a failure is one of what changed; make explore draws others.
export RAPID_SEED ?= 1
# So do comparisons with the oracle and what else takes seeds from internal/testing/seed, in make test; in make check they
# draw those of the commit.
COMMIT_SEED = $(shell git rev-parse --verify -q HEAD | cut -c1-15 | sed 's/^/0x/')

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

# Go leaves testdata out of ./..., so what lives there is named: the embedded models, and the program that makes one.
TESTDATA   := ./testdata ./testdata/warden/gen
# Packages that need a display; everything else has to pass where there is none.
WINDOW     := ./gpu/window/... ./examples/guest
# Programs in modules of their own, which need a display to be tested.
WINDOW_MODULES := examples/ebitengine
# Tests that start a display of their own and drive a window in it.
DRIVEN     := ViewDriven
# Rooms in which goroutines meet.
CONCURRENT := runtime soa/archive native/assimp importer gpu
# Packages without cgo, and where they have to build. The command does archives there.
# Packages of models and clips that runtime and bake share.
SHARED     := ./internal/codec ./internal/keys ./internal/layout ./internal/limit ./internal/motion
PURE       := ./soa/... ./bake $(SHARED) ./native/simd ./internal/kernel/... ./runtime/... ./edit/... ./exporter/... ./rig/... ./inspect/...
PURE_TOO   := ./cmd/sinew
# Packages whose bits an emulated arm64 has to give; of rooms the tests that compare them.
SAME_ARM64 := ./internal/exact ./runtime/internal/pace ./internal/geom ./internal/meshopt ./native/simd ./internal/kernel/...
SAME_IN    := ./soa/... ./bake $(SHARED) ./runtime/... ./rig/... ./edit/... ./exporter/...
# Packages that compute with sizes which files state, or count without an end: where an int has 32 bits they must not overflow.
SIZES      := ./internal/bvh ./internal/draco ./internal/fbx ./internal/gltf ./internal/jsondoc ./internal/meshopt ./internal/picture ./runtime/internal/active ./soa
# Every system and every processor with files of its own once, since no file depends on both, and a processor of 32 bits.
# Tests build linux/amd64 and linux/arm64, and examples in js/wasm.
PURE_ON    := linux/riscv64,linux/386,windows/amd64,darwin/arm64,js/wasm

# make vet has vetted what is tested.
TEST       := go test -vet=off
NO_DISPLAY := env -u DISPLAY -u WAYLAND_DISPLAY
# Looked up when used: the set-up may have just installed them.
DISPLAY_OF = $(shell command -v xvfb-run >/dev/null && echo xvfb-run -a)
QEMU_ARM64 = $(shell command -v qemu-aarch64-static || command -v qemu-aarch64)
QEMU_ARM   = $(shell command -v qemu-arm-static || command -v qemu-arm)

# What make check runs again is chosen by what tests contain (scripts/callers.sh): at full length those that are shorter
# with -short or draw cases, under the race detector those with goroutines, on another processor those that compare bits.
# Imports follow curves on goroutines: TestGolden imports each kind of file once.
SHORTENED  := testing[.]Short[(]|seed[.](Cases|First)[(]
GOROUTINES := (^|[^A-Za-z])go (func|[a-z]+[(.])|[.]Go[(]|Workers|Isolated|NewPool|RunBlocks|APNG|sync[.]|atomic[.]|func TestGolden|func Test.*(Pool|Busy|SameEverywhere|Together)
# Left out there: comparisons with the oracle, which take minutes and find nothing of their own.
ORACLE     := AgreesWithOracle|AgreeWithOracle|AgainstOracle|Flattening|CrowdPlaysFiles|CrowdLevels|AtAndBetweenKeys|ClipsDoNotMix
# Limits of work and memory, of models with tens of thousands of joints: one goroutine counts, and counts are the same on
# every processor.
LIMITS     := TooMuch|TooManyBytes|MaxWork|MaxBytes|ManyJoints|MostJoints|FewPasses|SearchIsBounded|ContextIsAsked

.PHONY: demo test check build bench fmt clean generate setup-demo setup-test
.PHONY: judges explore fuzz mutate vet unit window static lint knots unfused generated pure long race arm32 arm64 arm64-rooms arm64-kernels

demo: setup-demo
	@$(MAKE) build
	bin/sinew demo -o demo-out

# Windows wait for their frames half of the time: the other tests run beside them.
test: setup-test
	@$(MAKE) vet
	@$(MAKE) -j2 unit window

check: export SINEW_SEED ?= $(COMMIT_SEED)
check: setup-test
	@echo "cases are those of SINEW_SEED=$$SINEW_SEED"
	@$(MAKE) -j2 static race arm64 arm32 long

# What runs no model. Side by side with tests, which end on one core: each is built with other flags, and nothing twice.
static:
	@$(MAKE) lint
	@$(MAKE) knots
	cd scripts/mutate && go vet . && go test .
	@$(MAKE) unfused
	@$(MAKE) generated
	@$(MAKE) pure

setup-demo setup-test: setup-%:
	@scripts/setup.sh $*

# The commit goes into the command where git can tell it: not in a copy without it, or of another user.
build:
	go build -buildvcs=$$(git rev-parse HEAD >/dev/null 2>&1 && echo true || echo false) -o bin/ ./cmd/sinew

# A few minutes; the figures as a table and a chart in bench-out/.
bench:
	@mkdir -p bench-out
	go test -run '^$$' -bench . ./benchmarks | tee bench-out/bench.txt
	@grep -q '^ok' bench-out/bench.txt
	go run ./benchmarks/report -o bench-out/bench bench-out/bench.txt
	@cat bench-out/bench.md

fmt:
	gofmt -l -w .

clean:
	rm -rf bin demo-out bench-out

# gofmt and go vet over everything.
vet:
	@unformatted=$$(gofmt -l .); [ -z "$$unformatted" ] || { echo "not gofmt-ed (make fmt):"; echo "$$unformatted"; exit 1; }
	go vet ./... $(TESTDATA)
	@for dir in $(WINDOW_MODULES); do (cd $$dir && go vet ./...) || exit 1; done

# Names, sentences and the public face are within what scripts/words states.
lint:
	GOGC=400 go run $(STATICCHECK) ./... $(TESTDATA)
	cd scripts/words && go vet . && go test . && go run . -dir ../.. ./...

# No more files of a package depend on each other than scripts/knots/limits allows.
knots:
	cd scripts/knots && go vet . && go test . && go run . -dir ../.. ./...

# What an import or a compilation computes is the same bits on every processor: the compiler fuses no product with a sum.
# It would on arm64 and, where cgo needs a compiler of the machine's own, on newer amd64.
unfused:
	@CGO_ENABLED=0 GOARCH=arm64 scripts/unfused.sh 'FN?M(ADD|SUB)[SD]' ./internal/draco ./internal/exact ./internal/geom ./internal/meshopt ./native/simd ./internal/kernel/... ./internal/bvh ./internal/collada ./internal/fbx ./internal/fit ./internal/gltf ./bake $(SHARED) ./edit/... ./exporter/... ./inspect/... ./rig/... ./runtime/...
ifeq ($(shell uname -m),x86_64)
	@GOAMD64=v3 scripts/unfused.sh 'VFN?M(ADD|SUB)' ./importer/...
endif

# The assembly of internal/kernel, and the Go that chooses among it, written by a program in a module of its own: avo is its alone.
ASSEMBLY := internal/kernel/gen
WRITE = cd $(ASSEMBLY) && go run . -dir $(1)

# Programs of others judge what is exported and read: gltf-validator and three.js, in the versions of scripts/judges.
judges:
	cd scripts/judges && npm ci --silent --no-audit --no-fund
	go test -count=1 -run Judges ./exporter

generate:
	$(call WRITE,..)

# What is checked in has to be what it writes, and nothing that it no longer writes.
generated:
	cd $(ASSEMBLY) && go vet ./... && go test ./...
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && mkdir "$$dir/have" && ($(call WRITE,"$$dir/want")) && \
	(cd internal/kernel && grep -rl --exclude-dir=gen '^// Code generated by' . | xargs cp --parents -t "$$dir/have") && \
	diff -rq "$$dir/have" "$$dir/want" || { echo "run: make generate, and remove files that only ./have has"; exit 1; }

EVERYTHING = $$(go list ./... | grep -v '/gpu/window') $(TESTDATA)

unit:
	$(NO_DISPLAY) $(TEST) -short $(EVERYTHING)

# The surveys too, of every model file at hand, and the cases of the commit.
long:
	$(NO_DISPLAY) $(TEST) -skip '$(DRIVEN)' $$(scripts/callers.sh '$(SHORTENED)')

# Tests that draw their cases, with cases never drawn before, for EXPLORE as a whole: rounds of CHECKS of each property
# and of some seeds of each other test.
EXPLORE ?= 10m
CHECKS  ?= 100
explore:
	RAPID_CHECKS=$(CHECKS) $(NO_DISPLAY) scripts/explore.sh $(EXPLORE)

# Every reader with inputs that nobody has thought of, FUZZTIME for each target; FUZZ is a pattern of those meant.
FUZZTIME ?= 1m
FUZZ     ?= .
fuzz:
	scripts/fuzz.sh $(FUZZTIME) '$(FUZZ)'

# Do tests see? MUTANTS changes of one operator or constant each, of the folders IN or of everything, drawn by SEED: those
# that no test of their room sees are printed.
MUTANTS ?= 20
mutate:
	cd scripts/mutate && $(NO_DISPLAY) go run . -dir ../.. -n $(MUTANTS) $(if $(SEED),-seed $(SEED)) $(IN)

# In a virtual display where there is one to be had, on the user's own otherwise.
window:
	$(DISPLAY_OF) $(TEST) $(WINDOW)
	@for dir in $(WINDOW_MODULES); do \
		if [ -z "$(DISPLAY_OF)$$DISPLAY" ]; then echo "$$dir left out: no display"; continue; fi; \
		(cd $$dir && echo "$$dir" && $(DISPLAY_OF) $(TEST) ./...) || exit 1; \
	done
	$(TEST) -run '$(DRIVEN)' ./cmd/sinew

# Children with the detector need more memory and time than hostile ones are allowed. Damaged files take the same ways
# through them, hundreds of times; clips of any length and hours of playing take one way, for minutes. What a child may not
# do, and what one goroutine computes, is no matter of the detector.
CHILDREN := NothingOutsideTheFolder|ForbiddenLayers|ClipRules|DeepTree|TestUnits|TestBounds
UNRACED  := $(CHILDREN)|SurveyIsLinear|Truncated|RestoredFile|$(ORACLE)|$(LIMITS)|Subverted|HostileChild|HostileFiles|Mutated|InvalidCorpus|AnyDuration|PlayOnAndOn|Gives?The(se|Same)Bits|IrregularKeys|Inertialized.*Everywhere
race:
	$(NO_DISPLAY) $(TEST) -timeout 20m -race -short -skip '$(UNRACED)' $$(scripts/callers.sh '$(GOROUTINES)' $(CONCURRENT))

# Elsewhere types are checked: to compile the standard library four times more took as long as all other builds.
pure:
	cd scripts/platforms && go vet . && go test . && go run . -dir ../.. $(PURE_ON) $(PURE) $(PURE_TOO)
	CGO_ENABLED=0 go vet $(PURE)
	CGO_ENABLED=0 $(TEST) -short $(PURE_TOO)

# The same bits on another processor, natively where this is one, in an emulator elsewhere: all tests of kernels and of the
# packages below them, and of other packages those that compare bits with written ones or between instruction sets. Crowds
# that merely equal each other (whose clips come late, whose layers come in another order) do so on one processor as on
# another. One after the other, each finds compiled what it shares with those before.
arm64:
	@$(MAKE) arm64-kernels
	@$(MAKE) arm64-rooms
arm64-rooms:
	$(call ON_ARM64,-run 'Bits|Golden|Everywhere' -skip '$(ORACLE)|$(LIMITS)$(UNEMULATED)|LateClips|AnyOrder|WeighNothing|LayerAlone|AcceptedIsTaken' $(SAME_IN))
arm64-kernels:
	$(call ON_ARM64,-skip '$(ORACLE)|$(LIMITS)$(UNEMULATED)' $(SAME_ARM64))

# A processor of 32 bits. TestAttributes and TestGolden compare bits, for minutes, and count no sizes.
arm32:
	$(if $(QEMU_ARM),CGO_ENABLED=0 GOARCH=arm $(TEST) -timeout 20m -short -exec $(QEMU_ARM) -skip '$(ORACLE)|$(LIMITS)|TestAttributes|TestGolden' $(SIZES),@echo 'tests of 32 bits left out: no qemu-arm')

# An emulator does not tell where memory of a file that became shorter is missing. How soon work ends or tells its progress
# is no matter of bits.
ifneq ($(filter aarch64 arm64,$(shell uname -m)),)
ON_ARM64 = CGO_ENABLED=0 $(TEST) -timeout 20m -short $(1)
else
UNEMULATED := |Truncated|RestoredFile|CutsAtRandomMoments|CompileInterrupted|Progress|PrepareEnds|MemoryIsGivenBack
ON_ARM64 = $(if $(QEMU_ARM64),CGO_ENABLED=0 GOARCH=arm64 $(TEST) -timeout 20m -short -exec $(QEMU_ARM64) $(1),@echo 'arm64 tests left out: no qemu-aarch64')
endif
