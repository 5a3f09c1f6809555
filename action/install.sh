#!/usr/bin/env bash
# Installs the command where GitHub has put the action. Building it is part of the installation.
set -euo pipefail

fail() {
  echo "::error title=petstore-conformance::$1 Run actions/setup-node before this action."
  exit 2
}

command -v node >/dev/null || fail 'There is no Node on this runner, and 20.19 or later is needed.'
version=$(node --version)
IFS=. read -r major minor _ <<<"${version#v}"
if ((major < 20 || (major == 20 && minor < 19))); then
  fail "Node $version is too old: 20.19 or later is needed."
fi

cd "$(dirname "$0")/.."
# The compiler is among the packages for development, which a runner set to production would leave out.
npm ci --include=dev --no-audit --no-fund
