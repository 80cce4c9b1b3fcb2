/** The sandbox's runtime settings, which PUT /settings changes and which survive a restart. */

import type { Settings } from './records.ts';
import type { SandboxContext } from './sandbox-context.ts';

const key = 'settings';

/** The current settings: stored values over the start options. */
export function getSettings(context: SandboxContext): Settings {
  return { ...context.presets, ...storedSettings(context) };
}

/** Stores the given settings and leaves the others unchanged. */
export function changeSettings(context: SandboxContext, change: Partial<Settings>): Settings {
  context.store.commit(['values', key, { ...storedSettings(context), ...change }]);
  return getSettings(context);
}

function storedSettings(context: SandboxContext): Partial<Settings> {
  return (context.store.table('values').get(key) as Partial<Settings> | undefined) ?? {};
}
