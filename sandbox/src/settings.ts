/** The switches of the sandbox that PUT /settings turns while it runs; what was put outlives a restart. */

import type { Settings } from './records.ts';
import type { World } from './sandbox-context.ts';

const key = 'settings';

/** The settings now: what was put, else what the sandbox was started with. */
export function settingsOf(world: World): Settings {
  return { ...world.presets, ...keptSettings(world) };
}

/** Keeps the given settings and leaves the others as they are. */
export function changeSettings(world: World, change: Partial<Settings>): Settings {
  world.store.commit(['values', key, { ...keptSettings(world), ...change }]);
  return settingsOf(world);
}

function keptSettings(world: World): Partial<Settings> {
  return (world.store.table('values').get(key) as Partial<Settings> | undefined) ?? {};
}
