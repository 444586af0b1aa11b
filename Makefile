# Everything one does with this project. `make help` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

export CCACHE_SLOPPINESS := pch_defines,time_macros,include_file_mtime,include_file_ctime
prefix = $(shell deploy/setup.sh prefix)
pages := admin-ui/dist/.built
page_sources := $(shell find admin-ui openapi -type f -not -path '*/node_modules/*' -not -path 'admin-ui/dist/*' 2>/dev/null)

.PHONY: help
help: ## lists what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1|\2/' | column -t -s '|'

.PHONY: run
run: build ## installs what is missing, builds, starts PostgreSQL and serves the demonstration
	@exec build/release/service/agon demo

.PHONY: build
build: setup-run $(pages) ## the program and its pages
	@deploy/build.sh release agon

.PHONY: test
test: setup-test $(pages) ## installs what is missing and runs every test
	@deploy/test.sh

.PHONY: test-long
test-long: setup-test $(pages) ## the tests that take minutes: crashes again and again, large data, fuzzing
	@deploy/build.sh release all
	@ctest --test-dir build/release --output-on-failure --no-tests=error -L '^(long|fuzz)$$'

.PHONY: test-tsan
test-tsan: export AGON_DROGON_FLAVOUR := tsan
test-tsan: export AGON_DROGON_FLAGS := -fsanitize=thread -g1
test-tsan: setup-test ## the tests of races, with Drogon and everything else under the thread sanitizer
	@deploy/build.sh tsan race_tests
	@TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1 suppressions=$(CURDIR)/deploy/tsan.supp" ctest --test-dir build/tsan --output-on-failure --no-tests=error -L '^race$$'

.PHONY: test-setup
test-setup: setup-test ## the two commands of the README on a fresh clone, Drogon built anew (about 15 minutes)
	@tests/setup/fresh_clone.sh

.PHONY: bench
bench: setup-test $(pages) ## speed, as ratios to a peer measured in the same run
	@deploy/build.sh release agon agon_bench
	@build/release/tests/bench/agon_bench

.PHONY: lint
lint: setup-test admin-ui/node_modules/.installed tests/contract/node_modules/.installed ## format, static checks of what changed, API, pages, migrations, scripts
	@deploy/lint.sh changed

.PHONY: lint-all
lint-all: setup-test admin-ui/node_modules/.installed tests/contract/node_modules/.installed ## the same, with the static checks on every file
	@deploy/lint.sh all

.PHONY: format
format: setup-test admin-ui/node_modules/.installed ## puts every file into the house's form
	@git ls-files -co --exclude-standard '*.cpp' '*.hpp' | xargs clang-format-19 -i
	@cd admin-ui && npm run --silent format

.PHONY: settings
settings: setup-run ## writes the table of settings into the README
	@deploy/build.sh release agon
	@deploy/settings.sh build/release/service/agon

.PHONY: clean
clean: ## removes what was built; installed packages and Drogon stay
	@rm -rf build admin-ui/dist

.PHONY: setup-run setup-test
setup-run:
	@deploy/setup.sh run
setup-test:
	@deploy/setup.sh test

%/node_modules/.installed: %/package-lock.json
	@echo "pages: installing what $* needs"
	@cd $* && npm ci --silent --no-audit --no-fund
	@touch $@

$(pages): admin-ui/node_modules/.installed $(page_sources)
	@echo "pages: building"
	@cd admin-ui && npm run --silent build > dist.log 2>&1 || { cat dist.log; exit 1; }
	@touch $@
