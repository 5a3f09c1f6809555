#!/usr/bin/env bash
# Builds the container image with whichever of buildah, podman and docker is installed:
#
#     npm run image -- --base docker.io/library/node:22-slim --tag registry.example.com/petstore-conformance:0.7.0
#
# Inside it is what a release has: the packed package, and its production dependencies in the locked versions.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  echo "image: $1" >&2
  echo 'Usage: npm run image -- [--base IMAGE] [--tag NAME] [--engine buildah|podman|docker]' >&2
  exit 2
}

base=
tag=petstore-conformance:$(node -p 'require("./package.json").version')
engine=
while (($# > 0)); do
  (($# > 1)) || usage "$1 needs a value."
  case $1 in
    --base) base=$2 ;;
    --tag) tag=$2 ;;
    --engine) engine=$2 ;;
    *) usage "There is no $1." ;;
  esac
  shift 2
done

for candidate in ${engine:-buildah podman docker}; do
  if command -v "$candidate" >/dev/null; then
    engine=$candidate
    break
  fi
done
command -v "${engine:-buildah}" >/dev/null || usage "Install one of buildah, podman and docker."

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
npm pack --silent --pack-destination "$context" >/dev/null
tar -xzf "$context"/*.tgz -C "$context"
rm "$context"/*.tgz
mv "$context/package" "$context/app"
rm -r "$context/app/docs" "$context/app/examples"
# The lock is that of the clone, so it goes with the manifest of the clone.
mkdir "$context/locked"
cp package.json package-lock.json "$context/locked/"
npm ci --silent --omit=dev --ignore-scripts --prefix "$context/locked"
mv "$context/locked/node_modules" "$context/app/"
mkdir "$context/app/bin"
chmod 755 "$context/app/dist/cli/main.js"
ln -s ../dist/cli/main.js "$context/app/bin/petstore-conformance"
# Whoever builds it may have a stricter umask than the users of the image.
chmod -R a+rX "$context/app"

"$engine" build --file Containerfile ${base:+--build-arg "BASE=$base"} --tag "$tag" "$context"
echo "Built $tag with $engine."
