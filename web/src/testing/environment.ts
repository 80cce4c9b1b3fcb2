/** The stand-in browser of tests, with what browsers have and it lacks but Node can lend. */

import { TestEnvironment } from 'jest-environment-jsdom';

const lent = [
  'fetch',
  'Headers',
  'Request',
  'Response',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
  'TextEncoder',
  'TextDecoder',
  'BroadcastChannel',
  'structuredClone',
] as const;

export class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    for (const name of lent) this.global[name] ??= globalThis[name] as never;
  }
}

// biome-ignore lint/style/noDefaultExport: the tool demands it
export default BrowserEnvironment;
