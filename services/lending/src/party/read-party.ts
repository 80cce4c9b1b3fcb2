/** Reads lending's copy of accounts and waits briefly for one that has just registered. */

import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@nameloan/contracts/errors';
import { parties } from './party.model.ts';
import type { Party } from './party.ts';

const maxAttempts = 20;
const retryDelayMs = 100;

/** The copy of a signed-in account. Throws UNAVAILABLE if identity's event about it does not arrive in time. */
export async function waitForParty(accountId: string): Promise<Party> {
  for (let attempts = 0; ; attempts++) {
    const party = await parties.find(accountId);
    if (party) return party;
    if (attempts >= maxAttempts) {
      throw new DomainError(
        'UNAVAILABLE',
        'Your account is still being set up. Try again in a moment.',
        { retryAfterSeconds: 2 },
      );
    }
    await pause(retryDelayMs);
  }
}

export async function isOperator(accountId: string): Promise<boolean> {
  return (await parties.find(accountId))?.operator ?? false;
}
