/**
 * `node:test` follows every asynchronous resource: to find the suite of a test while files load, and to name the test in
 * which an uncaught error began. The second takes a quarter of the processor time of a run. So the runner stops it after
 * the last file is loaded; an uncaught error then fails the whole process. Preload this module with `--import`.
 */

import hooks from 'node:async_hooks';

const { createHook } = hooks;
const tracking: hooks.AsyncHook[] = [];

hooks.createHook = (callbacks) => {
  const hook = createHook(callbacks);
  if (new Error().stack?.includes('node:internal/test_runner/')) tracking.push(hook);
  return hook;
};

/** Returns the number of hooks that it stopped. */
export function stopAsyncTracking(): number {
  for (const hook of tracking) hook.disable();
  return tracking.length;
}
