/** Job handler: adds the next signing key in time and removes expired ones. */

import type { JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { settings } from '../config.ts';
import { commit } from '../service-context.ts';
import { addKey } from './add-key.ts';
import { signingKeyRecords } from './signing-key.model.ts';
import { findPublished, nextSignsFrom } from './signing-key.ts';
import { signingKeys } from './signing-keys.ts';

const checkIntervalMs = 10 * 60_000;

/** Runs every ten minutes; rotation follows wall time. */
export async function rotateKeys(): Promise<JobResult> {
  await rotateAt(Date.now());
  return { runAgainAt: new Date(now().getTime() + checkIntervalMs) };
}

/** Rotates the keys as of the given wall time. */
export async function rotateAt(wallMs: number): Promise<void> {
  const keys = await signingKeys.list();
  const newest = keys.at(-1);
  const signsFrom = nextSignsFrom(newest, settings.value.KEY_ROTATION_DAYS * 86_400_000, wallMs);
  if (signsFrom) await addKey({ sequence: (newest?.sequence ?? 0) + 1, signsFrom });
  const published = new Set(findPublished(keys, wallMs).map((key) => key.id));
  for (const { id } of keys.filter((key) => !published.has(key.id))) {
    await commit(async (tx) => {
      const record = await signingKeyRecords.find(id, tx);
      if (record) await signingKeyRecords.remove(record, tx);
    });
  }
  await signingKeys.list();
}
