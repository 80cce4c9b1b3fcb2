#!/usr/bin/env bash
# Builds local base images where no image registry can be reached: Debian by debootstrap, Node from the package pinned
# in package.json, npm of this machine, Caddy from Debian, nats-server from the PATH or the tools folder.
# For this machine only, never to be published: the base image contains this machine's registry configuration.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exists() { podman image exists "localhost/nameloan-stand-in/$1"; }

if ! exists debian; then
  # Either location may be missing.
  mirror=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true; } | sed -nE 's/^URIs: *//p; s/^deb (\[[^]]*\] )?(https?:[^ ]+\/debian\/?) .*/\2/p' | sed -n 1p)
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/debian" "$mirror" >"$work/log" || { tail "$work/log"; exit 1; }
  rm -rf "$work"/debian/var/cache/apt/* "$work"/debian/var/lib/apt/lists/* "$work"/debian/usr/share/{doc,man,locale}
  tar -C "$work/debian" -c . | podman import - localhost/nameloan-stand-in/debian >/dev/null
fi

if ! exists node; then
  context=$work/node
  mkdir -p "$context/certs"
  cp node_modules/node/bin/node "$context/node"
  # The folder above bin/npm-cli.js; npm runs with the first node on the path.
  cp -r "$(dirname "$(dirname "$(realpath "$(command -v npm)")")")" "$context/npm"
  certificates=$(npm config get cafile)
  [ "$certificates" = null ] && certificates=/etc/ssl/certs/ca-certificates.crt
  cp "$certificates" "$context/certs/ca-certificates.crt"
  { echo "registry=$(npm config get registry)"; echo cafile=/etc/ssl/certs/ca-certificates.crt; } >"$context/npmrc"
  cat >"$context/Dockerfile" <<'X'
FROM localhost/nameloan-stand-in/debian
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY npmrc /usr/local/etc/npmrc
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
X
  podman build --quiet --format docker --tag localhost/nameloan-stand-in/node "$context" >/dev/null
fi
if ! exists nats; then
  server=$(command -v nats-server || echo ../shared/tools/nats-server)
  mkdir -p "$work/nats" && cp "$server" "$work/nats/nats-server"
  printf 'FROM localhost/nameloan-stand-in/debian\nCOPY nats-server /usr/local/bin/\n' >"$work/nats/Dockerfile"
  podman build --quiet --format docker --tag localhost/nameloan-stand-in/nats "$work/nats" >/dev/null
fi

if ! exists caddy; then
  mkdir -p "$work/caddy" && chmod 755 "$work/caddy" && chmod 755 "$work"
  (cd "$work/caddy" && apt-get download -qq caddy >/dev/null && dpkg-deb -x caddy_*.deb root)
  printf 'FROM localhost/nameloan-stand-in/debian\nCOPY root/usr/bin/caddy /usr/bin/\nENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data\n' >"$work/caddy/Dockerfile"
  podman build --quiet --format docker --tag localhost/nameloan-stand-in/caddy "$work/caddy" >/dev/null
fi

podman image ls --format '{{.Repository}} {{.Size}}' | grep nameloan-stand-in
