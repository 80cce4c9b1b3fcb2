#!/usr/bin/env bash
# Runs the images and docker-compose.yml without Docker and without pulling images: podman, locally built base images,
# and the embedded database instead of MongoDB.
#   infra/docker/try.sh         builds, starts, runs the journeys while killing every container, and stops everything
#   infra/docker/try.sh up      only builds and starts; http://localhost:$PORT (4000), sandbox at $SANDBOX_PORT (4100)
#   infra/docker/try.sh scale NAME=NUMBER
#   infra/docker/try.sh down    stops what `up` started and removes its volumes
# BUILD=off uses the existing images; TAG selects them.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
folder=${TRY_FOLDER:-${TMPDIR:-/tmp}/nameloan-try}
export IMAGES=localhost/nameloan TAG=${TAG:-try} PORT=${PORT:-4000} SANDBOX_PORT=${SANDBOX_PORT:-4100}
export PUBLIC_URL=http://localhost:$PORT SANDBOX_PUBLIC_URL=http://localhost:$SANDBOX_PORT
# Some machines need lower container limits, which this file sets.
[ -z "${CONTAINERS_CONF:-}" ] && [ -f ../shared/tools/containers.conf ] && export CONTAINERS_CONF=$root/../shared/tools/containers.conf
mapfile -t services < <(node -p 'require("./services.json").services.map((one) => one.name).join("\n")')
components=(ingress web gateway "${services[@]}" sandbox migrate mongo mongo-setup nats)

missing() {
  for program in podman podman-compose debootstrap dpkg-deb apt-get; do
    command -v "$program" >/dev/null || { echo "$program is missing: the container tests are skipped"; return 0; }
  done
  command -v nats-server >/dev/null || [ -x ../shared/tools/nats-server ] || { echo "nats-server is missing: the container tests are skipped"; return 0; }
  # The heavy tests do not build the base images on a machine without them, because that takes minutes.
  [ -n "${BUILD:-}" ] || podman image exists localhost/nameloan-stand-in/node || { echo "no images were ever built here, npm run test:containers builds them"; return 0; }
  return 1
}
compose() {
  local files=(-f docker-compose.yml -f infra/docker/compose.try.yml)
  [ -f "$folder/scale.yml" ] && files+=(-f scale.yml)
  (cd "$folder" && podman-compose -p nameloan-try "${files[@]}" "$@")
}
# podman-compose ignores --scale but respects replicas in a file.
scale() { printf 'services: { %s: { deploy: { replicas: %s } } }\n' "${1%%=*}" "${1#*=}" >"$folder/scale.yml"; }

build() {
  infra/docker/make-stand-ins.sh >/dev/null
  ENGINE=podman NODE_IMAGE=localhost/nameloan-stand-in/node BUILD_OPTIONS="--network host" infra/docker/build-images.sh "${services[@]}" gateway web sandbox migrate embedded-mongo
}

# Runs in a separate folder, so that trials do not use the .env of an installation.
up() {
  mkdir -p "$folder"
  rm -rf "$folder/infra" && cp -r infra "$folder/infra" && cp docker-compose.yml "$folder/"
  [ -f "$folder/.env" ] || node tools/env/main.ts "$folder/.env" >/dev/null
  # podman-compose does not wait for health checks; the components wait for each other.
  compose up -d --no-build "${components[@]}" >"$folder/up.log" 2>&1 || { tail "$folder/up.log"; exit 1; }
}
down() {
  [ -d "$folder" ] || exit 0
  compose down -v >"$folder/down.log" 2>&1 || { tail "$folder/down.log"; exit 1; }
  rm -rf "$folder"
}

case "${1:-}" in
  missing) missing || true ;;
  up) [ "${BUILD:-on}" = off ] || build; up ;;
  scale) scale "$2"; up ;;
  down) down ;;
  '') npm run --silent test:containers ;;
  *) sed -n '2,8p' "$0" >&2; exit 2 ;;
esac
