/** The components that can be built, tested and deployed independently, and their sources. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@nameloan/contracts/platform';

export interface Component {
  /** Also the name of its image's target in infra/docker/Dockerfile. */
  name: string;
  /** Workspaces that it runs; their dependencies are included. */
  workspaces: readonly string[];
  /** Path prefixes of other sources that are built into it. */
  also: readonly string[];
  /** The pattern of its tests for `npm test`. */
  tests: string | undefined;
}

const packageNames = readdirSync(join(import.meta.dirname, '../../packages')).sort();

/** Packages are tested, but not deployed independently. */
export const packages: readonly Component[] = packageNames.map((name) => ({
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
    // Its image runs the gateway's static-file module; its typed documents are generated from the supergraph.
    workspaces: ['web', 'gateway'],
    also: ['web/build/', 'tools/generate/', 'tsconfig.json'],
    tests: 'web/src/**/*.test.{ts,tsx}',
  },
  { name: 'sandbox', workspaces: ['sandbox'], also: [], tests: 'sandbox/**/*.test.ts' },
  {
    name: 'migrate',
    workspaces: serviceNames.map((name) => `services/${name}`),
    also: ['tools/migrate.ts'],
    tests: undefined,
  },
];
