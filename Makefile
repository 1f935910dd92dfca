# SPDX-License-Identifier: MIT
#
# Short names for what one does here. Each sets up what it needs; CMake does the building.
#
#   make              the library and the command, optimised, in build/
#   make demo         lets time pass in a small level and in a scene of space, and makes pages to play them again
#   make check        builds and runs all tests; four minutes at most
#   make check-long   the same tests with N times the cases, 100 if not said; SHARD=2/8 runs the second eighth of them.
#                     What was tried is counted in build/cases-*.txt; tools/cases.py adds such files up
#   make bench        how fast it is
#   make bench-web    how fast it is as WebAssembly, beside this machine's own code
#   make web          the npm package, in web/impinge/dist/, and the playground, in build/web/play/
#   make play         serves the playground and prints its address, until it is stopped
#   make check-web    builds and tests both; the module gives the same bits as everything else
#   make install      under PREFIX, with a CMake package and impinge.pc
#   make amalgamate   one header and one source in build/amalgamated/
#   make docs         the reference, in build/docs/html/
#   make format       clang-format over all sources
#
# CC, BUILD, JOBS, PREFIX and CMAKE_FLAGS may be set.

MAKEFLAGS += --no-print-directory

BUILD ?= build
JOBS ?= 2
PREFIX ?= /usr/local
CMAKE_FLAGS ?=
SHARD ?= 1/1

configure = cmake -S . -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(CMAKE_FLAGS) --log-level=STATUS | \
	grep -E '^-- impinge:|[Ee]rror' ; test -f $(BUILD)/Makefile -o -f $(BUILD)/build.ninja
build = cmake --build $(BUILD) -j $(JOBS)

.PHONY: all demo check check-long bench bench-web web play check-web format install amalgamate docs clean

all:
	@tools/setup build
	@$(configure)
	@$(build) --target main

demo: all
	@$(BUILD)/impinge run examples/demo.json --seconds 20 --html $(BUILD)/demo.html
	@echo
	@$(BUILD)/impinge run examples/space.json --seconds 10 --html $(BUILD)/space.html
	@echo; echo "The plane: file://$(abspath $(BUILD)/demo.html)"
	@echo "Space: file://$(abspath $(BUILD)/space.html)"

check:
	@tools/setup check
	@$(configure)
	@$(build)
	@env -u SHARD python3 -B tools/check.py $(BUILD) --jobs $(JOBS) --limit 240

check-long: export N := $(or $(N),100)
check-long:
	@tools/setup check
	@$(configure)
	@$(build)
	@python3 -B tools/check.py $(BUILD) --jobs $(JOBS) --shard $(SHARD)

bench:
	@tools/setup bench
	@$(configure)
	@$(build) --target impinge-bench
	@$(BUILD)/impinge-bench

bench-web: web
	@$(configure)
	@$(build) --target impinge-bench
	@cmake --build $(BUILD)/wasm -j $(JOBS) --target impinge-bench
	@node bench/web.js $(BUILD)/impinge-bench $(BUILD)/wasm/impinge-bench

web:
	@tools/setup web
	@cmake -S . -B $(BUILD)/wasm -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/wasm.cmake -DIMP_TOOLS=OFF -DIMP_TESTS=OFF \
	       --log-level=ERROR
	@cmake --build $(BUILD)/wasm -j $(JOBS)
	@test web/node_modules/.package-lock.json -nt web/package-lock.json || npm ci --prefix web --silent --no-audit --no-fund
	@node web/impinge/build.js $(BUILD)/wasm/web/impinge
	@npm run types --prefix web --silent
	@npm run build --prefix web/play --silent -- --outDir $(abspath $(BUILD))/web/play --logLevel warn

play: web
	@exec node web/play/serve.js $(abspath $(BUILD))/web/play

check-web: web
	@tools/setup check-web
	@ctest --test-dir $(BUILD)/wasm --output-on-failure
	@IMPINGE=$(abspath $(wildcard $(BUILD)/impinge)) node --test web/impinge/
	@PLAY=$(abspath $(BUILD))/web/play npm test --prefix web --silent

install: all
	@cmake --install $(BUILD)

amalgamate:
	@python3 -B tools/amalgamate.py $(BUILD)/amalgamated

docs:
	@tools/setup docs
	@mkdir -p $(BUILD)/docs
	@( cat docs/Doxyfile; echo OUTPUT_DIRECTORY=$(BUILD)/docs ) | doxygen -
	@echo "The reference: file://$(abspath $(BUILD)/docs/html/index.html)"

format:
	@tools/setup format
	@git ls-files '*.c' '*.h' '*.inl' '*.cpp' | xargs clang-format -i

clean:
	@cmake -E rm -rf $(BUILD)
