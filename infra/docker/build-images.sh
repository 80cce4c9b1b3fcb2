#!/usr/bin/env bash
# Builds the image of every target and prints its unpacked size beyond the base image.
#   infra/docker/build-images.sh [TARGET …]
# ENGINE: docker or podman; NODE_IMAGE, DEBIAN_IMAGE: the base images, the second one of the resolver; IMAGES: prefix of the image names; TAG; BUILD_OPTIONS: extra build options.
set -euo pipefail
cd "$(dirname "$0")/../.."
engine=${ENGINE:-$(command -v docker >/dev/null && echo docker || echo podman)}
images=${IMAGES:-localhost/nameloan} tag=${TAG:-local}
base=${NODE_IMAGE:-$(sed -n 's/^ARG NODE_IMAGE=//p' infra/docker/Dockerfile)}
# Every image of the product; the embedded database is built only for trials.
mapfile -t all < <(sed -n 's/^LABEL org.opencontainers.image.title="nameloan-\([a-z-]*\)".*/\1/p' infra/docker/Dockerfile | grep -vx embedded-mongo)
[ "${#all[@]}" -gt 0 ] || { echo 'infra/docker/Dockerfile names no image'; exit 1; }
targets=("$@")
[ $# -gt 0 ] || targets=("${all[@]}")
# From infra/docker/resolver/Dockerfile.
other=resolver
[ $# -gt 0 ] || targets+=("$other")
limit_mb=260
options=()
label() { options+=(--label "org.opencontainers.image.$1=$2"); }
label revision "$(git rev-parse HEAD)"
# The date of the revision, so that builds are reproducible.
label created "$(git show -s --format=%cI HEAD)"
label version "$(sed -n 's/^  "version": "\(.*\)",/\1/p' package.json)"
# Podman's own format has no health check.
[ "$engine" = podman ] && options+=(--format docker --layers)

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
for target in "${targets[@]}"; do
  source=(-f infra/docker/Dockerfile --target "$target" --build-arg "NODE_IMAGE=$base" .)
  [ "$target" = "$other" ] && source=(${DEBIAN_IMAGE:+--build-arg "DEBIAN_IMAGE=$DEBIAN_IMAGE"} "infra/docker/$other")
  # shellcheck disable=SC2086
  "$engine" build ${BUILD_OPTIONS:-} "${options[@]}" -t "$images/$target:$tag" "${source[@]}" >"$logs/$target" 2>&1 || { tail -30 "$logs/$target"; echo "the image $target cannot be built"; exit 1; }
done

size() { "$engine" image inspect --format '{{.Size}}' "$1"; }
mb() { echo $((($1 + 500000) / 1000000)); }
base_size=$(size "$base")
echo "base $(mb "$base_size") MB"
printf '| image | MB beyond the base |\n|---|---|\n'
for target in "${targets[@]}"; do
  # Its base is Debian.
  [ "$target" = "$other" ] && continue
  size_mb=$(mb $(($(size "$images/$target:$tag") - base_size)))
  printf '| %s | %s |\n' "$target" "$size_mb"
  [ "$size_mb" -le $limit_mb ] || { echo "the image $target is over $limit_mb MB"; exit 1; }
done
