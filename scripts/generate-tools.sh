#!/bin/sh
# Fetches the tools into .tmp/generate with which test/generate tries what `hankel generate` writes. Without them those tests are skipped.
set -eu
cd "$(dirname "$0")/.."
mkdir -p .tmp/generate/npm
cd .tmp/generate

test -x venv/bin/python || python3 -m venv venv
venv/bin/pip install --quiet 'lark~=1.3' 'llguidance~=1.9' 'python-statemachine~=3.2'

maven=https://repo1.maven.org/maven2
test -f graphwalker-cli.jar ||
  curl --silent --show-error --fail -o graphwalker-cli.jar "$maven/org/graphwalker/graphwalker-cli/4.3.2/graphwalker-cli-4.3.2.jar"
test -f plantuml.jar ||
  curl --silent --show-error --fail -o plantuml.jar "$maven/net/sourceforge/plantuml/plantuml/1.2024.8/plantuml-1.2024.8.jar"

test -f npm/package.json || echo '{ "private": true }' > npm/package.json
npm install --silent --prefix npm mermaid@11 jsdom@26
