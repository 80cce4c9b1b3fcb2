// The switches of the sandbox that PUT /settings turns while it runs; what was put outlives a restart.
import type { Store } from './store.ts';

export interface Settings {
  /** The registry approves a pending transfer by itself after so many wall seconds; null: never. */
  readonly autoApproveSeconds: number | null;
  /** True: the registrar's account at the registry is empty, so whatever costs money is refused (2104). */
  readonly registryCreditExhausted: boolean;
}

const KEY = 'settings';

/** The settings now. */
export function settingsOf(store: Store): Settings {
  const kept = store.table('values').get(KEY) as Partial<Settings> | undefined;
  return { autoApproveSeconds: null, registryCreditExhausted: false, ...kept };
}

/** Keeps the given settings and leaves the others as they are. */
export function changeSettings(store: Store, change: Partial<Settings>): Settings {
  const next = { ...settingsOf(store), ...change };
  store.commit(['values', KEY, next]);
  return next;
}

/** Start value from the environment; a value that was put before the restart wins. */
export function presetSettings(store: Store, preset: Partial<Settings>): void {
  if (!store.table('values').has(KEY)) changeSettings(store, preset);
}
