/** Pushes of names that an account does not have: none is listed, and each call says that there is none. */

import assert from 'node:assert/strict';
import type { WebUser } from '../environment/web-user.ts';

export async function rejectPushes(user: WebUser): Promise<void> {
  assert.deepEqual(await user.run('Pushes'), []);
  const id = 'unknown';
  assert.equal(await user.codeOf('PushDomain', { id, email: 'one@web.example' }), 'NOT_FOUND');
  for (const operation of ['AcceptPush', 'DeclinePush', 'WithdrawPush'])
    assert.equal(await user.codeOf(operation, { id }), 'NOT_FOUND');
}
