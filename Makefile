# `make help` says what each target does. `.ci/run` runs `check`, then `test`.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

SWIFT_FOLDERS := Package.swift Sources Tests bench
BUILD_FLAGS := --explicit-target-dependency-import-check error
RELEASE_FLAGS := -c release --static-swift-stdlib $(BUILD_FLAGS)
RUN_DATA := run-data
LISTEN := 127.0.0.1:8080

# What the scripts run. An absolute path, because they change folder.
export RELCTL := $(CURDIR)/.build/release/relctl
export PYTHON := $(CURDIR)/.build/python/bin/python
export PYTHONDONTWRITEBYTECODE := 1

# The targets in which threads meet; the rest have nothing for the thread sanitizer to see.
THREADED_TESTS := HTTPServerTests|HTTPClientTests|ReleaseBundleTests|ReleaseRegistryTests|WrapperInstallerTests|WrapperSimulationTests

.PHONY: help demo run test sweep check bench build format clean
.PHONY: setup-build setup-test setup-bench commit lint debug test-unit test-product test-peers test-sweep test-fuzz test-threads

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

demo: build ## play the story of a release in a scratch folder, for real
	@fixtures/demo.sh

run: build ## keep a registry on 127.0.0.1:8080 with a data folder of its own
	@deploy/run-local.sh "$(RUN_DATA)" "$(LISTEN)"

test: setup-test debug build test-unit test-product test-peers test-sweep test-fuzz test-threads ## every test
	@echo "make test: everything passed"

sweep: setup-test build ## kill a device at every file-system call, and let every one fail; takes half an hour
	@$(PYTHON) Tests/Sweep/sweep.py
	@$(PYTHON) Tests/Sweep/power_cut.py
	@$(PYTHON) Tests/Sweep/registry_kills.py
	@$(PYTHON) Tests/Sweep/together.py

check: setup-build lint debug ## formatting, and a build in which warnings are errors

bench: setup-bench build ## the bounds of docs/performance.md, measured side by side
	@swift build $(RELEASE_FLAGS) --product bench-unpack
	@swift build $(RELEASE_FLAGS) --product bench-trust
	@swift build $(RELEASE_FLAGS) --product bench-launch
	@$(PYTHON) bench/run.py

build: setup-build commit ## the relctl that ships: optimised, Swift linked statically
	@swift build $(RELEASE_FLAGS) --product relctl

format: ## format every Swift file in place
	@swift format --in-place --parallel --recursive $(SWIFT_FOLDERS)

clean: ## delete what was built, but not the data of `make run`
	@rm -rf .build

setup-build setup-test setup-bench: setup-%:
	@deploy/setup-debian.sh $*

lint:
	@docs/check-errors.sh
	@swift format lint --strict --parallel --recursive $(SWIFT_FOLDERS)

debug: commit
	@swift build --build-tests $(BUILD_FLAGS)

# Tells `relctl version` its commit. Written only when it changes, so that nothing is compiled for nothing.
commit: FOLDER := Sources/CLibs/CBuildInfo
commit: HEADER := $(FOLDER)/commit.generated.h
commit:
	@line="#define BUILD_COMMIT \"$$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)\""; \
	[ -f $(HEADER) ] || touch $(FOLDER)/build_info.c; \
	[ "$$line" = "$$(cat $(HEADER) 2>/dev/null)" ] || echo "$$line" > $(HEADER)

test-unit:
	@Tests/swift-test.sh --skip-build $(BUILD_FLAGS)

test-product:
	@fixtures/demo.sh

test-peers:
	@$(PYTHON) Tests/Peers/real_bundle.py
	@$(PYTHON) Tests/Peers/openapi_fuzz.py
	@$(PYTHON) Tests/Peers/nginx_pause.py
	@$(PYTHON) Tests/Peers/tuf_interop.py
	@$(PYTHON) Tests/Peers/tuf_client.py
	@$(PYTHON) Tests/Peers/browser.py
	@$(PYTHON) Tests/Peers/fixture_pages.py

# As many points of the sweep as take about a minute, others each time.
test-sweep:
	@$(PYTHON) Tests/Sweep/sweep.py --points 250
	@$(PYTHON) Tests/Sweep/power_cut.py --only update
	@$(PYTHON) Tests/Sweep/registry_kills.py --points 3
	@$(PYTHON) Tests/Sweep/together.py --rounds 40

test-fuzz: commit
	@Tests/Fuzz/run.sh 20

test-threads: TSAN := --sanitize=thread --scratch-path .build/tsan $(BUILD_FLAGS)
test-threads: commit
	@swift build --build-tests $(TSAN)
	@clang=$$(command -v clang || echo "$$(dirname "$$(readlink -f "$$(command -v swift)")")/clang"); \
	"$$clang" -shared -fPIC -O1 -Wall -Werror Tests/ThreadSanitizer/mutex.c -o .build/tsan/mutex.so
	@LD_PRELOAD=$(CURDIR)/.build/tsan/mutex.so Tests/swift-test.sh --skip-build $(TSAN) --filter '$(THREADED_TESTS)'
