/** Finds a push for one of its parties, and the rule that it is still open. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { conflict } from '../domain/domain.ts';
import { pushes } from './push.model.ts';
import type { Push } from './push.ts';

/** Throws NOT_FOUND for everyone else, so that ids say nothing. */
export async function findForParty(
  id: string,
  { party, accountId }: { party: 'fromAccountId' | 'toAccountId'; accountId: string },
  tx: Tx,
): Promise<Push> {
  const push = await pushes.find(id, tx);
  if (push && push[party] === accountId) return push;
  throw new DomainError('NOT_FOUND', 'There is no such push.');
}

const endTexts = {
  ACCEPTED: 'This push was already accepted.',
  DECLINED: 'This push was declined.',
  WITHDRAWN: 'This push was withdrawn.',
  EXPIRED: 'This push has expired.',
} as const;

/** Throws CONFLICT with NOT_PENDING for one that has ended, or that is over and waits for its job. */
export function assertOffered({ state, expiresAt }: Push): void {
  if (state !== 'OFFERED') throw conflict('NOT_PENDING', endTexts[state]);
  if (expiresAt <= now()) throw conflict('NOT_PENDING', endTexts.EXPIRED);
}
