/** Tracing for one test. */

import type { TestContext } from 'node:test';
import { createLog } from '@nameloan/runtime/log';
import { startTracing } from '@nameloan/runtime/trace';
import type { Collector } from './collector.ts';
import { startCollector } from './collector.ts';

/** Traces to a new collector until the test ends; the returned function flushes the spans and resolves to the collector. */
export async function traceTest(t: TestContext, name: string): Promise<() => Promise<Collector>> {
  const collector = await startCollector();
  const log = createLog('test', 'silent');
  const stopTracing = await startTracing({ endpoint: collector.url, name, log });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopped ??= stopTracing();
    await stopped;
    return collector;
  };
  t.after(async () => {
    await stop();
    await collector.close();
  });
  return stop;
}
