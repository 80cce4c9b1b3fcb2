/** Jest configuration of the web app's unit and component tests: ES modules in jsdom. */

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
  moduleNameMapper: {
    // Styles are tested in Chromium.
    '\\.css$': '<rootDir>/src/testing/no-style.ts',
    // One file with all icons: the ES module build is 1,700 files, which jest compiles for each test file.
    '^lucide-react$': '<rootDir>/../node_modules/lucide-react/dist/cjs/lucide-react.js',
  },
  cacheDirectory: '<rootDir>/../.cache/jest',
  restoreMocks: true,
  // Generous, so that tests pass on a busy machine; see `render-screen.tsx`.
  testTimeout: 60_000,
};

// biome-ignore lint/style/noDefaultExport: jest requires it
export default config;
