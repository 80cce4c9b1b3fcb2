/** Variables that tests, benchmarks and build scripts read. */

/** Name → what it is for. */
export const testVariables: Readonly<Record<string, string>> = {
  MONGODB_URL: 'Tests of services and journeys use this MongoDB instead of the embedded database.',
  NATS_SERVER_BINARY: 'The `nats-server` of tests with a real broker; otherwise one on the path.',
  K6_BINARY: 'The `k6` of load tests; otherwise one on the path.',
  TRACES: '`on` records a Playwright trace of each browser journey.',
  KUBE_HOME: 'Folder of the Kubernetes for `npm run test:kubernetes`.',
  BUILD: '`off`: the container tests use images that exist; `on`: they build all of them.',
  TRY_FOLDER: 'Folder of the trial that `infra/docker/try.sh` starts.',
  'ENGINE, NODE_IMAGE, DEBIAN_IMAGE, BUILD_OPTIONS':
    'Container engine, base images and options of `infra/docker/build-images.sh`.',
};
