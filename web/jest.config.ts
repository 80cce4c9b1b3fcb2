/** How the web's component and unit tests run: the code as it stands, as modules, in a browser's stand-in. */

import type { Config } from 'jest';

const config: Config = {
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  testEnvironment: '<rootDir>/src/testing/environment.ts',
  setupFilesAfterEnv: ['<rootDir>/src/testing/set-up.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', development: true } },
        },
      },
    ],
  },
  // How things look is tested in Chromium.
  moduleNameMapper: {
    '\\.css$': '<rootDir>/src/testing/no-style.ts',
    // One file with all icons, where its modules are a file for each of 1,700 and were compiled for each test file.
    '^lucide-react$': '<rootDir>/../node_modules/lucide-react/dist/cjs/lucide-react.js',
  },
  cacheDirectory: '<rootDir>/../.cache/jest',
  restoreMocks: true,
  // No measure of speed: see `stage.tsx`.
  testTimeout: 60_000,
};

// biome-ignore lint/style/noDefaultExport: the tool demands it
export default config;
