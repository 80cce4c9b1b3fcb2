#!/usr/bin/env bash
# The images and docker-compose.yml, tried where no image can be pulled and no Docker is: podman, stand-ins for what comes
# from elsewhere, and the embedded database in MongoDB's place.
#   infra/docker/try.sh         builds, starts, passes journeys with a kill of every container, and ends all
#   infra/docker/try.sh up      builds and starts alone; http://localhost:$PORT (4000), sandbox at $SANDBOX_PORT (4100)
#   infra/docker/try.sh scale NAME=NUMBER
#   infra/docker/try.sh down    ends what `up` started, its volumes too
# BUILD=off takes the images as they are; TAG names them.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
folder=${TRY_FOLDER:-${TMPDIR:-/tmp}/nameloan-try}
export IMAGES=localhost/nameloan TAG=${TAG:-try} PORT=${PORT:-4000} SANDBOX_PORT=${SANDBOX_PORT:-4100}
export PUBLIC_URL=http://localhost:$PORT SANDBOX_PUBLIC_URL=http://localhost:$SANDBOX_PORT
# Limits that a container may not raise itself on some machines; the file says so.
[ -z "${CONTAINERS_CONF:-}" ] && [ -f ../shared/tools/containers.conf ] && export CONTAINERS_CONF=$root/../shared/tools/containers.conf
parts=(door web gateway identity domains lending payments notifications sandbox migrate mongo mongo-setup nats)

missing() {
  for program in podman podman-compose debootstrap dpkg-deb apt-get; do
    command -v "$program" >/dev/null || { echo "$program is missing: the containers are not tried here"; return 0; }
  done
  command -v nats-server >/dev/null || [ -x ../shared/tools/nats-server ] || { echo "nats-server is missing: the containers are not tried here"; return 0; }
  # A run of all heavy tests builds no base on a machine that has never had one: that takes minutes.
  [ -n "${BUILD:-}" ] || podman image exists localhost/nameloan-stand-in/node || { echo "no images were ever built here, npm run test:containers builds them"; return 0; }
  return 1
}
compose() {
  local files=(-f docker-compose.yml -f infra/docker/compose.try.yml)
  [ -f "$folder/scale.yml" ] && files+=(-f scale.yml)
  (cd "$folder" && podman-compose -p nameloan-try "${files[@]}" "$@")
}
# This podman-compose takes --scale and does nothing; it knows replicas in a file.
scale() { printf 'services: { %s: { deploy: { replicas: %s } } }\n' "${1%%=*}" "${1#*=}" >"$folder/scale.yml"; }

build() {
  infra/docker/make-stand-ins.sh >/dev/null
  ENGINE=podman NODE_IMAGE=localhost/nameloan-stand-in/node BUILD_OPTIONS="--network host" infra/docker/build-images.sh identity domains lending payments notifications gateway web sandbox migrate embedded-mongo
}

# In a folder of its own: an installation's .env beside docker-compose.yml is not for trials.
up() {
  mkdir -p "$folder"
  rm -rf "$folder/infra" && cp -r infra "$folder/infra" && cp docker-compose.yml "$folder/"
  [ -f "$folder/.env" ] || node scripts/env.ts "$folder/.env" >/dev/null
  # Health checks are for whoever starts: this podman-compose waits for none, and the parts wait for each other themselves.
  compose up -d --no-build "${parts[@]}" >"$folder/up.log" 2>&1 || { tail "$folder/up.log"; exit 1; }
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
