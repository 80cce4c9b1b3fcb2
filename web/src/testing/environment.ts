/** jsdom, extended with web APIs that it lacks and Node provides. */

import { TestEnvironment } from 'jest-environment-jsdom';

const nodeGlobals = [
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
    for (const name of nodeGlobals) this.global[name] ??= globalThis[name] as never;
  }
}

// biome-ignore lint/style/noDefaultExport: jest requires it
export default BrowserEnvironment;
