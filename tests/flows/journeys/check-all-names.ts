/** My Domains checks all names of an account at once, and shows the account's record. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { WebUser } from '../environment/web-user.ts';

/** `name` is the account's only one, and proven. */
export async function checkAllNames(
  owner: WebUser,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { txt, nameservers } = await owner.run('AccountRecord');
  assert.match(txt.value, /^nameloan-account=/);
  assert.equal(nameservers.length, 2);
  const { id: verification, total } = await owner.run('CheckAll');
  assert.equal(total, 1);
  await waitFor('the check of all names', async () => {
    const { pending, rows } = await owner.run('CheckAllProgress', { id: verification });
    return pending === 0 && rows[0]?.name === name;
  });
  const selected = await owner.run('CheckSelected', { ids: [id] });
  assert.equal(selected.total, 1);
}
