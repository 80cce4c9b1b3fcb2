/** Calls that an account may not make before its address is verified. */

import assert from 'node:assert/strict';
import { newId } from '@nameloan/runtime/id';
import type { TestService } from './test-service.ts';
import { restrictedAccounts } from './test-service.ts';

/**
 * Asserts that a restricted account gets EMAIL_NOT_VERIFIED for each call, before any other rejection, and another
 * result as soon as identity no longer restricts it. The calls name nothing that exists.
 */
export async function assertRestricted(
  service: TestService,
  calls: Readonly<Record<string, string>>,
): Promise<void> {
  const accountId = newId();
  const call = service.as(accountId);
  restrictedAccounts.add(accountId);
  const codes = async () => {
    const found: Record<string, string | undefined> = {};
    for (const [name, query] of Object.entries(calls)) found[name] = (await call(query)).code;
    return found;
  };
  const all = Object.fromEntries(Object.keys(calls).map((name) => [name, 'EMAIL_NOT_VERIFIED']));
  assert.deepEqual(await codes(), all);
  restrictedAccounts.delete(accountId);
  for (const [name, code] of Object.entries(await codes()))
    assert.notEqual(code, 'EMAIL_NOT_VERIFIED', name);
}
