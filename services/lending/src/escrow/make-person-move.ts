/** A person's move on a loan: cancel, mark paid, confirm, claim, deny, escalate, resolve, finalize. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { commit, quotas } from '../kit.ts';
import { escrows } from './escrow.model.ts';
import type { Escrow } from './escrow.ts';
import { makeMove } from './make-move.ts';
import type { PersonMove } from './moves.ts';
import { personIn, personOf } from './person.ts';

/**
 * NOT_FOUND for who is no party, FORBIDDEN for the wrong party, CONFLICT when the loan does not allow
 * it now, INVALID_INPUT for what came along, TOO_MANY_REQUESTS. Whoever signs does so by token: see contract/.
 */
export async function makePersonMove(
  actor: AccountActor,
  escrowId: string,
  input: Exclude<PersonMove, { move: 'SIGN' }>,
): Promise<Escrow> {
  return commit(async (tx) => {
    const person = await personOf(actor);
    const { escrow, by } = personIn(await escrows.find(escrowId, tx), person);
    await quotas.take('loanMoves', actor.accountId, tx);
    if (input.move.startsWith('SETTLE_'))
      await quotas.take('proposals', `${actor.accountId} ${escrowId}`, tx);
    return makeMove(escrow, { input, by }, tx);
  });
}
