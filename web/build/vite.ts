/** Loads Vite from the web app's dependencies, for our scripts. */

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = resolve(import.meta.dirname, '../..');

export interface DevServer {
  listen(): Promise<unknown>;
  close(): Promise<void>;
}

export interface Vite {
  build(config: object): Promise<unknown>;
  createServer(config: object): Promise<DevServer>;
}

/** Options for building and serving. */
export const viteConfig = {
  root: join(root, 'web'),
  configFile: join(root, 'web/vite.config.ts'),
  configLoader: 'native',
};

export async function loadVite(): Promise<Vite> {
  const file = createRequire(join(root, 'web/package.json')).resolve('vite');
  return import(pathToFileURL(file).href);
}
