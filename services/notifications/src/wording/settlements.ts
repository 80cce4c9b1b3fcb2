/** Which facts settle what waits for a person, so that its alerts become notifications by themselves. Pure. */

import type { EventData, SecurityChange, Subject } from '@nameloan/contracts/events.ts';
import type { EscrowMove } from '@nameloan/contracts/loan.ts';
import { matters } from './matters.ts';

export interface Settlement {
  settled: readonly string[];
  /** What waits anew although it was settled before, where the alert about it is of another record. */
  opened?: readonly string[];
}

type Moved = EventData<'lending.escrow.moved'>;
type OfDomain = EventData<'domains.domain.added'>;

const { signature, receipt, repayment, claim, proposal } = matters;

/** Steps inside a status. Leaving a status settles all that waited in it. */
const steps: Partial<Record<EscrowMove, (moved: Moved) => string[]>> = {
  SIGN: ({ escrowId, by }) => [signature(escrowId, by)],
  CONFIRM_RECEIPT: ({ escrowId }) => [receipt(escrowId)],
  // Whoever was asked may still confirm: the alert that comes with it says so.
  DEEM_RECEIVED: ({ escrowId }) => [receipt(escrowId)],
  CLAIM_REPAID: ({ escrowId }) => [repayment(escrowId), matters.denial(escrowId)],
  DENY_REPAID: ({ escrowId }) => [claim(escrowId)],
  // Any word takes the place of the one that stood.
  SETTLE_CONTINUE: ({ escrowId }) => [proposal(escrowId)],
  SETTLE_RETURN: ({ escrowId }) => [proposal(escrowId)],
  SETTLE_SEIZE: ({ escrowId }) => [proposal(escrowId)],
};

function ofMove(moved: Moved): Settlement {
  const { escrowId, from, to, move } = moved;
  const settled = steps[move]?.(moved) ?? [];
  if (from === to) return { settled };
  if (to === 'CANCELLED' || to.startsWith('FINALIZED_')) settled.push(matters.loan(escrowId));
  const left = [...settled, matters.status(escrowId, from)];
  // Only a dispute leads back to where the loan has been before.
  return from === 'ESCALATED'
    ? { settled: left, opened: [matters.status(escrowId, to)] }
    : { settled: left };
}

function ofOffer({ offerId }: { offerId: string }): Settlement {
  return { settled: [matters.offer(offerId)] };
}

/** The domain is not with this owner any more. */
function gone({ domainId }: OfDomain): Settlement {
  const { proof, contest, transfer, renewal } = matters;
  return { settled: [proof, contest, transfer, renewal].map((name) => name(domainId)) };
}

function ofSecurity({ accountId, change }: { accountId: string; change: SecurityChange }) {
  const { password, mfa, recoveryCodes } = matters;
  const names: Partial<Record<SecurityChange, string[]>> = {
    PASSWORD_CHANGED: [password(accountId)],
    PASSWORD_RESET: [password(accountId)],
    MFA_ENABLED: [mfa(accountId)],
    MFA_DISABLED: [recoveryCodes(accountId)],
    MFA_ENDED: [recoveryCodes(accountId)],
  };
  return { settled: names[change] ?? [] };
}

export const settlements: {
  [S in Subject]?: (data: EventData<S>) => Settlement;
} = {
  'identity.account.security-changed': ofSecurity,
  'domains.domain.verified': ({ domainId }) => ({
    settled: [matters.proof(domainId), matters.contest(domainId)],
  }),
  'domains.domain.contest-ended': ({ domainId }) => ({ settled: [matters.contest(domainId)] }),
  // What the contest kept from being proven is not looked for any more.
  'domains.domain.proof-failed': ({ domainId }) => ({ settled: [matters.contest(domainId)] }),
  'domains.domain.proof-lost': ({ domainId }) => ({ settled: [matters.contest(domainId)] }),
  'domains.domain.transfer-started': ({ domainId }) => ({ settled: [matters.transfer(domainId)] }),
  'domains.domain.transfer-failed': ({ domainId }) => ({
    settled: [],
    opened: [matters.transfer(domainId)],
  }),
  'domains.domain.custody-arrived': ({ domainId }) => ({
    settled: [matters.transfer(domainId), matters.contest(domainId)],
  }),
  'domains.domain.renewed': ({ domainId }) => ({ settled: [matters.renewal(domainId)] }),
  'domains.domain.removed': gone,
  'domains.domain.custody-lost': gone,
  'domains.domain.transferred-out': gone,
  'domains.domain.owner-changed': gone,
  'lending.offer.accepted': ofOffer,
  'lending.offer.denied': ofOffer,
  'lending.offer.rescinded': ofOffer,
  'lending.offer.expired': ofOffer,
  'lending.escrow.moved': ofMove,
  'payments.deposit.settled': ({ paymentId }) => ({ settled: [matters.payment(paymentId)] }),
  'payments.balance.changed': ({ accountId, availableCents }) => ({
    settled: availableCents < 0 ? [] : [matters.debt(accountId)],
  }),
};
