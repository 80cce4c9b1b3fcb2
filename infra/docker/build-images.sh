#!/usr/bin/env bash
# Builds the image of every target and prints what each weighs, unpacked, beyond its base.
#   infra/docker/build-images.sh [TARGET …]
# ENGINE: docker or podman; NODE_IMAGE: the base; IMAGES: first part of the names; TAG; BUILD_OPTIONS: more for the engine's build.
set -euo pipefail
cd "$(dirname "$0")/../.."
engine=${ENGINE:-$(command -v docker >/dev/null && echo docker || echo podman)}
images=${IMAGES:-localhost/nameloan} tag=${TAG:-local}
base=${NODE_IMAGE:-$(sed -n 's/^ARG NODE_IMAGE=//p' infra/docker/Dockerfile)}
all=(identity domains lending payments notifications gateway web sandbox migrate)
targets=("$@")
[ $# -gt 0 ] || targets=("${all[@]}")
limit_mb=260
options=(--build-arg "NODE_IMAGE=$base")
say() { options+=(--label "org.opencontainers.image.$1=$2"); }
say revision "$(git rev-parse HEAD)"
# Of the revision, so that the same one makes the same image.
say created "$(git show -s --format=%cI HEAD)"
say version "$(sed -n 's/^  "version": "\(.*\)",/\1/p' package.json)"
# Podman's own format has no health check.
[ "$engine" = podman ] && options+=(--format docker --layers)

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
for target in "${targets[@]}"; do
  # shellcheck disable=SC2086
  "$engine" build ${BUILD_OPTIONS:-} "${options[@]}" -f infra/docker/Dockerfile --target "$target" -t "$images/$target:$tag" . >"$logs/$target" 2>&1 || { tail -30 "$logs/$target"; echo "the image $target cannot be built"; exit 1; }
done

size() { "$engine" image inspect --format '{{.Size}}' "$1"; }
mb() { echo $((($1 + 500000) / 1000000)); }
beneath=$(size "$base")
echo "base $(mb "$beneath") MB"
printf '| image | MB beyond the base |\n|---|---|\n'
for target in "${targets[@]}"; do
  weight=$(mb $(($(size "$images/$target:$tag") - beneath)))
  printf '| %s | %s |\n' "$target" "$weight"
  [ "$weight" -le $limit_mb ] || { echo "the image $target is over $limit_mb MB"; exit 1; }
done
