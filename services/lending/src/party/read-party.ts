/** Reads lending's copy of accounts; an account that has just registered is waited for a moment. */

import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { parties } from './party.model.ts';
import type { Party } from './party.ts';

const waits = 20;
const waitMs = 100;

/** The copy of an account that is signed in; UNAVAILABLE while identity's fact about it is still on its way. */
export async function waitForParty(accountId: string): Promise<Party> {
  for (let tries = 0; ; tries++) {
    const party = await parties.find(accountId);
    if (party) return party;
    if (tries >= waits) {
      throw new DomainError(
        'UNAVAILABLE',
        'Your account is still being set up. Please try again in a moment.',
        { retryAfterSeconds: 2 },
      );
    }
    await pause(waitMs);
  }
}

export async function isOperator(accountId: string): Promise<boolean> {
  return (await parties.find(accountId))?.operator ?? false;
}
