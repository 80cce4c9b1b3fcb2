/** The switches of the sandbox that PUT /settings turns while it runs; what was put outlives a restart. */

import type { Settings } from './records.ts';
import type { SandboxContext } from './sandbox-context.ts';

const key = 'settings';

/** The settings now: what was put, else what the sandbox was started with. */
export function getSettings(world: SandboxContext): Settings {
  return { ...world.presets, ...storedSettings(world) };
}

/** Keeps the given settings and leaves the others as they are. */
export function changeSettings(world: SandboxContext, change: Partial<Settings>): Settings {
  world.store.commit(['values', key, { ...storedSettings(world), ...change }]);
  return getSettings(world);
}

function storedSettings(world: SandboxContext): Partial<Settings> {
  return (world.store.table('values').get(key) as Partial<Settings> | undefined) ?? {};
}
