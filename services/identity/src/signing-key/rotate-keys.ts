/** Adds the next signing key in time and drops those whose tokens have all ended. */

import { now } from '@nameloan/service/clock.ts';
import type { JobResult } from '@nameloan/service/store/jobs.ts';
import { settings } from '../config.ts';
import { commit } from '../service-context.ts';
import { addKey } from './add-key.ts';
import { signingKeyRecords } from './signing-key.model.ts';
import { findPublished, nextSignsFrom } from './signing-key.ts';
import { signingKeys } from './signing-keys.ts';

const checkIntervalMs = 10 * 60_000;

/** Runs every ten minutes; whether anything is to be done is decided in wall time. */
export async function rotateKeys(): Promise<JobResult> {
  await rotateAt(Date.now());
  return { runAgainAt: new Date(now().getTime() + checkIntervalMs) };
}

/** Makes the key set what it should be at that wall time. */
export async function rotateAt(wallMs: number): Promise<void> {
  const keys = await signingKeys.list();
  const newest = keys.at(-1);
  const signsFrom = nextSignsFrom(newest, settings.value.KEY_ROTATION_DAYS * 86_400_000, wallMs);
  if (signsFrom) await addKey({ sequence: (newest?.sequence ?? 0) + 1, signsFrom });
  const kept = new Set(findPublished(keys, wallMs).map((key) => key.id));
  for (const { id } of keys.filter((key) => !kept.has(key.id))) {
    await commit(async (tx) => {
      const there = await signingKeyRecords.find(id, tx);
      if (there) await signingKeyRecords.remove(there, tx);
    });
  }
  await signingKeys.list();
}
