/** The parts that can be built, tested and deployed alone, and of which sources each is made. */

import { serviceNames } from '@nameloan/contracts/platform.ts';

export interface Component {
  /** Of its image's target in infra/docker/Dockerfile, too. */
  name: string;
  /** Workspaces whose program it runs; what these depend on comes with them. */
  workspaces: readonly string[];
  /** Sources beyond them that are built into it: beginnings of paths. */
  also: readonly string[];
  /** Of its tests, as `npm test` takes them. */
  tests: string | undefined;
}

/** Packages: tested, but not deployed alone. */
export const packages: readonly Component[] = [
  'contracts',
  'embedded-mongo',
  'figures',
  'service',
].map((name) => ({
  name: `packages/${name}`,
  workspaces: [`packages/${name}`],
  also: [],
  tests: `packages/${name}/**/*.test.ts`,
}));

export const components: readonly Component[] = [
  ...serviceNames.map((name) => ({
    name,
    workspaces: [`services/${name}`],
    also: [],
    tests: `services/${name}/**/*.test.ts`,
  })),
  { name: 'gateway', workspaces: ['gateway'], also: [], tests: 'gateway/**/*.test.ts' },
  {
    name: 'web',
    // Its image runs the gateway's static-file module; its typed documents are made from the supergraph.
    workspaces: ['web', 'gateway'],
    also: ['scripts/web-app/', 'scripts/generate/', 'tsconfig.json'],
    tests: 'web/src/**/*.test.{ts,tsx}',
  },
  { name: 'sandbox', workspaces: ['sandbox'], also: [], tests: 'sandbox/**/*.test.ts' },
  {
    name: 'migrate',
    workspaces: serviceNames.map((name) => `services/${name}`),
    also: ['scripts/migrate.ts'],
    tests: undefined,
  },
];
