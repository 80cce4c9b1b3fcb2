/** Calls that need a verified address or a fresh session. */

import assert from 'node:assert/strict';
import type { ErrorCode } from '@nameloan/contracts/errors';
import { newId } from '@nameloan/runtime/id';
import type { TestService } from './test-service.ts';
import { changingAccounts, restrictedAccounts, staleAccounts } from './test-service.ts';

/**
 * Asserts that a restricted account gets EMAIL_NOT_VERIFIED for each call, before any other rejection, and another
 * result as soon as identity no longer restricts it. The calls name nothing that exists.
 */
export const assertRestricted = (service: TestService, calls: Calls): Promise<void> =>
  assertGuarded(service, calls, { code: 'EMAIL_NOT_VERIFIED', guarded: restrictedAccounts });

/** The same for STEP_UP_REQUIRED and a session that is not fresh. */
export const assertNeedsStepUp = (service: TestService, calls: Calls): Promise<void> =>
  assertGuarded(service, calls, { code: 'STEP_UP_REQUIRED', guarded: staleAccounts });

/** The same for CONFLICT and an address that is being changed. */
export const assertHeld = (service: TestService, calls: Calls): Promise<void> =>
  assertGuarded(service, calls, { code: 'CONFLICT', guarded: changingAccounts });

/** GraphQL documents by name. */
type Calls = Readonly<Record<string, string>>;

async function assertGuarded(
  service: TestService,
  calls: Calls,
  { code, guarded }: { code: ErrorCode; guarded: Set<string> },
): Promise<void> {
  const accountId = newId();
  const call = service.as(accountId);
  guarded.add(accountId);
  const codes = async () => {
    const found: Record<string, string | undefined> = {};
    for (const [name, query] of Object.entries(calls)) found[name] = (await call(query)).code;
    return found;
  };
  const all = Object.fromEntries(Object.keys(calls).map((name) => [name, code]));
  assert.deepEqual(await codes(), all);
  guarded.delete(accountId);
  for (const [name, later] of Object.entries(await codes())) assert.notEqual(later, code, name);
}
