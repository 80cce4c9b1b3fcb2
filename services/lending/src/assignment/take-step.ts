/** The steps of a sale in which a party states something: the price is sent, denied, or the sale is off. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { now } from '@nameloan/runtime/clock';
import { loadViewer } from '../escrow/participant.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import type { PaymentInput } from '../escrow/transition/read-input.ts';
import { readFullPayment, readRequiredText } from '../escrow/transition/read-input.ts';
import { commit, quotas } from '../service-context.ts';
import { assertStep } from './assignment-steps.ts';
import { assertNoNewDefault, assertSellable } from './check-loan.ts';
import type { FoundAssignment } from './find-assignment.ts';
import { findAssignment } from './find-assignment.ts';
import { writeStep } from './write-step.ts';

export type Statement =
  | ({ step: 'SEND' } & PaymentInput)
  | { step: 'WITHDRAW' }
  | { step: 'DECLINE'; reason: string | null }
  | { step: 'DENY'; reason: string };

/**
 * Throws NOT_FOUND, FORBIDDEN for another party, INVALID_INPUT, CONFLICT when the sale does not wait for this; a marked
 * price also as the guards of a sale do.
 */
export async function takeStep(
  actor: AccountActor,
  token: string,
  statement: Statement,
): Promise<Assignment> {
  const viewer = await loadViewer(actor);
  return commit(async (tx) => {
    const found = await findAssignment(token, viewer, tx);
    const { assignment, role } = found;
    const { step } = statement;
    assertStep(assignment, step, { role, now: now() });
    await quotas.take('loanActions', actor.accountId, tx);
    const changes = buildChanges(found, statement, now());
    return writeStep(found, { step, bySeller: role === 'SELLER', changes }, tx);
  });
}

function buildChanges(
  { assignment, escrow }: FoundAssignment,
  statement: Statement,
  at: Date,
): Partial<Assignment> {
  switch (statement.step) {
    case 'SEND': {
      assertSellable(escrow);
      assertNoNewDefault(escrow, assignment.defaulted);
      assertDayReached(assignment, at);
      const { date, method, reference } = readFullPayment(statement, {
        from: assignment.acceptedAt ?? assignment.createdAt,
        to: at,
      });
      return { status: 'SENT', sent: { date, method, reference, at } };
    }
    case 'DENY': {
      const reason = readRequiredText('reason', statement.reason);
      return { status: 'DISPUTED', disputedAt: at, reason };
    }
    case 'DECLINE': {
      const reason = statement.reason?.trim() ? readRequiredText('reason', statement.reason) : null;
      return { status: 'DECLINED', endedAt: at, reason };
    }
    default:
      return { status: 'WITHDRAWN', endedAt: at };
  }
}

/** Payments until the day of the sale change what is sold. */
function assertDayReached({ day }: Assignment, at: Date): void {
  if (at >= day) return;
  throw new DomainError(
    'CONFLICT',
    `The price covers what is owed on ${formatDate(day)}. Mark it as sent from that day on.`,
    { reason: 'NOT_DUE', availableAt: day.toISOString() },
  );
}
