# Everything that a newcomer or CI runs.  Each target makes the environment that it needs.
PYTHON ?= python3
BIN := .venv/bin
WHEEL_ENV := build/wheel-env
SOURCES := $(shell git ls-files -co --exclude-standard '*.py' '*.j2' 'instances/data/*' 2>/dev/null)
# Packages of their own that stand on optgap; the targets below install all three.
APPLICATIONS := apps/cluster apps/found_programs
PROJECTS := pyproject.toml $(addsuffix /pyproject.toml,$(APPLICATIONS))
EDITABLE := $(addprefix --editable ,$(APPLICATIONS))

# The tests that stand for all where what is installed is new: they see packaging, every engine, the
# compiler of kernels, all messages of forms, and every checker.  About ten minutes of processor.
RELEASE_TESTS ?= tests/core tests/formulations/test_algebra.py tests/instances/test_files.py \
  tests/instances/test_broken_files.py tests/instances/test_broken_by_schema.py \
  tests/optgap/test_api.py tests/optgap/test_cli.py tests/solvers/engines/test_conformance.py \
  tests/solvers/engines/test_engine_truth.py tests/solvers/engines/test_standard_form.py \
  tests/truth/test_compiled.py tests/validation/proving/test_shipped_proofs.py \
  tests/validation/judge/test_check.py tests/validation/judge/test_judge.py \
  tests/validation/judge/test_forms.py tests/test_examples.py tests/test_release.py \
  tests/test_without_packages.py
SPREAD := -n auto --dist worksteal

.PHONY: help demo test test-long installed same map coverage test-oldest check types wheel dist sbom upgrades solver-truth docs notebooks pages bench bench-smoke attack mutants records browser tools format clean

help:
	@echo "make demo    make the environment and take the tour"
	@echo "make test    run the tests, but for the long ones; make test-long: those; PART=0, 1 or 2: a third"
	@echo "make check   lint, format, words and types (types on the installed wheel)"
	@echo "make wheel   build the wheel, install it in an empty environment, run the demo there"
	@echo "make installed   try the suite alone, with each extra and with each application; EXTRAS='bare mcp': these"
	@echo "make dist    build sdist and wheel, and run chosen tests from the sdist; make sbom: what comes along"
	@echo "make test-oldest   these tests with the oldest versions that pyproject.toml allows"
	@echo "make test-python-3.13   these tests on another Python; make upgrades: with newer packages"
	@echo "make docs    build the site into docs/_build/html, every cell executed; STUDENTS=1: without answers; CELLS=0: layout"
	@echo "make notebooks, make pages   after make docs: run its notebooks, see its pages in a browser"
	@echo "make bench   run all benchmarks, hours on an idle machine; make bench-smoke: a third, small; SMOKE=all"
	@echo "make mutants COUNT=200 SEED=7    change the judge in small ways; a test must notice each"
	@echo "make attack SECONDS=600 SEED=7   attack everything it says; without SEED the day's number"
	@echo "make solver-truth VERSIONS=highspy==1.16.0   ask versions of solvers 8,006 programs; minutes each"
	@echo "make records the gaps of every method in this version, for docs/library.md; minutes"
	@echo "make same    compare outcomes, help, schemas, verdicts with the recorded ones; minutes"
	@echo "make coverage   branch coverage of the judge; TESTS=tests COVER=. for everything"
	@echo "make map     a view of the folders as the package optgap, in build/map, for editors and import graphs"
	@echo "make format  format the sources"

demo: .venv/installed
	$(BIN)/optgap demo

test: .venv/installed-test
	$(BIN)/pytest $(SPREAD) -m "not long"

# The functions of tests/long.txt: one of nine, and five sixths of the time.  CI runs a third of them each day.
test-long: .venv/installed-test
	$(BIN)/pytest $(SPREAD) -m long

check: .venv/installed-dev types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python .ci/words.py
	$(BIN)/python .ci/docstrings.py

types: $(WHEEL_ENV)/checked
	cd build && wheel-env/bin/mypy --config-file ../pyproject.toml -p optgap -p optgap_cluster -p optgap_found_programs
	cd build && wheel-env/bin/mypy --config-file ../pyproject.toml ../tests/data/typed_calls.py

wheel: $(WHEEL_ENV)/installed
	cd build && wheel-env/bin/optgap demo
	cd build && wheel-env/bin/optgap check placement/fig6 ../tests/data/fig6-optimal.json
	cd build && wheel-env/bin/optgap plan --plan-schema >/dev/null && wheel-env/bin/optgap judge --list

# What is uploaded: both build, their metadata pass, and the unpacked sdist passes its own tests, installed
# as a user installs it.  They run from elsewhere, so that no source shadows what is installed.
dist: .venv/installed-release
	rm -rf dist build/sdist
	for project in . $(APPLICATIONS); do $(BIN)/python -m build --outdir dist $$project || exit; done
	$(BIN)/twine check --strict dist/optgap*
	mkdir -p build/sdist && tar xzf dist/optgap-*.tar.gz --strip-components 1 -C build/sdist
	rm -rf build/sdist-env && $(PYTHON) -m venv build/sdist-env
	build/sdist-env/bin/pip install --quiet --disable-pip-version-check './build/sdist[test]' \
	  dist/optgap_cluster-*.tar.gz dist/optgap_found_programs-*.tar.gz
	cd build && sdist-env/bin/pytest $(SPREAD) -c sdist/pyproject.toml --rootdir sdist $(addprefix sdist/,$(RELEASE_TESTS))

# Everything that an installation brings along, with versions and licences.  The version of optgap itself is
# dynamic in pyproject.toml, and is taken from what is installed.
sbom: .venv/installed-release
	rm -rf build/installed && $(BIN)/uv venv --quiet --python $(PYTHON) build/installed
	$(BIN)/uv pip install --quiet --python build/installed/bin/python . $(addprefix ./,$(APPLICATIONS))
	mkdir -p dist
	version=$$(build/installed/bin/python -c 'from importlib.metadata import version as v; print(v("optgap"))') \
	  && sed "s/^dynamic = .*/version = \"$$version\"/" pyproject.toml > build/installed.toml
	$(BIN)/cyclonedx-py environment --pyproject build/installed.toml --output-reproducible \
	  -o dist/optgap.cdx.json build/installed/bin/python

test-oldest: .venv/installed-release
	rm -rf build/oldest && $(PYTHON) -m venv build/oldest
	$(BIN)/uv pip compile --quiet --resolution lowest-direct --extra test pyproject.toml -o build/oldest.txt
	$(BIN)/uv pip install --quiet --python build/oldest/bin/python -r build/oldest.txt
	$(BIN)/uv pip install --quiet --python build/oldest/bin/python --no-deps --editable . $(EDITABLE)
	build/oldest/bin/pytest $(SPREAD) $(RELEASE_TESTS)

# On another Python, which uv fetches where it is not installed.
test-python-%: .venv/installed-release
	rm -rf build/python-$*
	$(BIN)/uv venv --quiet --python $* build/python-$*
	$(BIN)/uv pip install --quiet --python build/python-$*/bin/python --editable '.[test]' $(EDITABLE)
	build/python-$*/bin/pytest $(SPREAD) $(RELEASE_TESTS)

# What changes with newer versions of the packages that answers depend on.
upgrades: .venv/installed-release .venv/installed-test
	$(BIN)/python .ci/upgrades.py

solver-truth: .venv/installed-release
	$(BIN)/python benchmarks/solver_truth/ask.py $(VERSIONS)

# The site is built where only the extra `docs` is installed, so that no page needs more.
# STUDENTS=1: without answers, exam and the lecturer's pages; CELLS=0: no cell is executed, to see the layout.
KIND := $(if $(filter 1,$(STUDENTS)),-students)$(if $(filter 0,$(CELLS)),-layout)
SITE := docs/_build$(if $(KIND),/site$(KIND))/html
SITE_OPTIONS := $(if $(filter 1,$(STUDENTS)),-t students) $(if $(filter 0,$(CELLS)),-D nb_execution_mode=off -D suppress_warnings=myst-nb.lexer)
docs: build/docs-env/installed
	build/docs-env/bin/python docs/write_readme.py
	build/docs-env/bin/sphinx-build -W --keep-going -q -j auto -b html $(SITE_OPTIONS) docs $(SITE)
	@echo "$(SITE)/index.html"

# A third of the notebooks that pages offer, by the date, in an empty folder; NOTEBOOKS=all: all.
notebooks: build/docs-env/installed
	build/docs-env/bin/python docs/run_notebooks.py $(NOTEBOOKS)

# The pages as a browser shows them, wide and narrow, light and dark, and what needs Sphinx to be tested.
pages: .venv/installed-test .venv/installed-docs browser
	$(BIN)/pytest $(SPREAD) $(addprefix tests/docs/,test_pages.py test_links.py test_graded.py test_notebooks.py \
	  test_quizzes.py test_reference_pages.py test_tables.py)

bench: .venv/installed-bench
	$(BIN)/python benchmarks/run_all.py

# A third of the benchmarks, by the date, on their small sizes; SMOKE=all: all.
SMOKE ?= third
bench-smoke: .venv/installed-bench
	$(BIN)/python benchmarks/run_all.py --smoke $(SMOKE)

# Small instances against oracles that know the truth; what is false is left in build/attack.
SECONDS ?= 60
attack: .venv/installed-test
	$(BIN)/python benchmarks/attacks.py --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

# Small changes of the judge, each of which a test must notice; a second run resumes.  MODULE=eviction: of one module.
COUNT ?= 20
mutants: .venv/installed-test .venv/installed-mutants
	$(BIN)/python benchmarks/mutants.py --count $(COUNT) $(if $(SEED),--seed $(SEED)) $(addprefix --module ,$(MODULE))

# What a user sees, compared with what was recorded: a difference is a fault or a line in the CHANGELOG.
same: .venv/installed-test
	$(BIN)/python benchmarks/same.py

# What users install: the suite alone, with one extra, or with one application; commands and pages run there.
installed: .venv/installed-release
	$(BIN)/python .ci/installed.py $(EXTRAS)

# The branches that the tests take; by default those of the judge, by its own tests: all of them.
TESTS ?= $(shell cat tests/judge.txt)
COVER ?= validation/judge
LEAST ?= $(if $(filter validation/judge,$(COVER)),100,0)
coverage: .venv/installed-test .venv/installed-dev
	$(BIN)/pytest $(SPREAD) -m "not long" --cov=$(COVER) --cov-report=term-missing:skip-covered --cov-fail-under=$(LEAST) $(TESTS)

# The folders install as subpackages of optgap.  Tools that read a source tree see them so here.
FOLDERS := core instances formulations solvers heuristics validation
map:
	rm -rf build/map && mkdir -p build/map/optgap
	ln -s $(CURDIR)/optgap/* $(addprefix $(CURDIR)/,$(FOLDERS)) build/map/optgap/
	ln -s $(wildcard $(addprefix $(CURDIR)/,$(addsuffix /optgap_*,$(APPLICATIONS)))) build/map/

# Every method on small instances; killed and started again, it goes on.
records: .venv/installed-bench
	$(BIN)/python benchmarks/records.py

# Reports are tested in a real browser where there is one or one can be installed.
browser:
	@command -v chromium >/dev/null || (apt-get update -q && apt-get install -qy chromium) \
	  >/dev/null 2>&1 || echo "no Chromium: the tests in a browser are skipped"

# Solvers that Pyomo calls by name, and a judge of shell scripts; the tests use those that are there.
tools:
	@command -v glpsol >/dev/null && command -v cbc >/dev/null && command -v shellcheck >/dev/null \
	  || (apt-get update -q && apt-get install -qy glpk-utils coinor-cbc shellcheck) >/dev/null 2>&1 \
	  || echo "no GLPK, CBC or shellcheck: their tests are skipped"

format: .venv/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf build dist docs/_build .venv

# Environments for work on the project are made by uv, which takes seconds; that of the wheel by pip, as users do.
INSTALL := $(BIN)/uv pip install --quiet --python
.venv/installed: $(PROJECTS)
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(INSTALL) .venv --editable . $(EDITABLE)
	$(BIN)/python .ci/package_first.py
	@touch $@

.venv/installed-%: .venv/installed
	$(INSTALL) .venv --editable '.[$*]'
	@touch $@

build/docs-env/installed: .venv/installed
	$(PYTHON) -m venv build/docs-env
	$(INSTALL) build/docs-env --editable '.[docs]' $(EDITABLE)
	@touch $@

$(WHEEL_ENV)/installed: $(SOURCES) $(PROJECTS) .venv/installed
	rm -rf build/dist build/lib build/bdist.* $(addsuffix /build,$(APPLICATIONS)) $(WHEEL_ENV)
	mkdir -p build/dist
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/dist . $(addprefix ./,$(APPLICATIONS))
	$(PYTHON) -m venv $(WHEEL_ENV)
	$(WHEEL_ENV)/bin/pip install --quiet --disable-pip-version-check build/dist/optgap*.whl
	@touch $@

$(WHEEL_ENV)/checked: $(WHEEL_ENV)/installed
	$(INSTALL) $(WHEEL_ENV) hypothesis mypy pandas-stubs scipy-stubs
	@touch $@
