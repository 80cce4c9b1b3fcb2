/** Which events settle which alert keys. Pure. */

import type { EventData, SecurityChange, Subject } from '@nameloan/contracts/events';
import type { EscrowTransition } from '@nameloan/contracts/loan';
import { alertKeys } from './alert-keys.ts';

export interface Settlement {
  settled: readonly string[];
  /** Keys that are open again, for alerts from another aggregate. */
  opened?: readonly string[];
}

type TransitionData = EventData<'lending.escrow.moved'>;
type DomainRef = EventData<'domains.domain.added'>;

const { signature, receipt, repayment, claim, proposal } = alertKeys;

/** Transitions within a status. Leaving a status settles all of its alerts. */
const stepSettlements: Partial<Record<EscrowTransition, (data: TransitionData) => string[]>> = {
  SIGN: ({ escrowId, by }) => [signature(escrowId, by)],
  CONFIRM_RECEIPT: ({ escrowId }) => [receipt(escrowId)],
  // The alert of this transition asks the borrower to confirm again.
  DEEM_RECEIVED: ({ escrowId }) => [receipt(escrowId)],
  CLAIM_REPAID: ({ escrowId }) => [repayment(escrowId), alertKeys.denial(escrowId)],
  DENY_REPAID: ({ escrowId }) => [claim(escrowId)],
  // A new proposal replaces the previous one.
  SETTLE_CONTINUE: ({ escrowId }) => [proposal(escrowId)],
  SETTLE_RETURN: ({ escrowId }) => [proposal(escrowId)],
  SETTLE_SEIZE: ({ escrowId }) => [proposal(escrowId)],
};

function settleByTransition(data: TransitionData): Settlement {
  const { escrowId, from, to, move } = data;
  const settled = stepSettlements[move]?.(data) ?? [];
  if (from === to) return { settled };
  if (to === 'CANCELLED' || to.startsWith('FINALIZED_')) settled.push(alertKeys.loan(escrowId));
  const left = [...settled, alertKeys.status(escrowId, from)];
  // Only a dispute can return the loan to an earlier status.
  return from === 'ESCALATED'
    ? { settled: left, opened: [alertKeys.status(escrowId, to)] }
    : { settled: left };
}

function settleByOffer({ offerId }: { offerId: string }): Settlement {
  return { settled: [alertKeys.offer(offerId)] };
}

/** The domain left this owner. */
function settleDomain({ domainId }: DomainRef): Settlement {
  const { proof, contest, transfer, renewal } = alertKeys;
  return { settled: [proof, contest, transfer, renewal].map((name) => name(domainId)) };
}

function settleBySecurityChange({
  accountId,
  change,
}: {
  accountId: string;
  change: SecurityChange;
}) {
  const { password, mfa, recoveryCodes } = alertKeys;
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
  'identity.account.security-changed': settleBySecurityChange,
  'domains.domain.verified': ({ domainId }) => ({
    settled: [alertKeys.proof(domainId), alertKeys.contest(domainId)],
  }),
  'domains.domain.contest-ended': ({ domainId }) => ({ settled: [alertKeys.contest(domainId)] }),
  // The proof that the contest blocked is no longer checked.
  'domains.domain.proof-failed': ({ domainId }) => ({ settled: [alertKeys.contest(domainId)] }),
  'domains.domain.proof-lost': ({ domainId }) => ({ settled: [alertKeys.contest(domainId)] }),
  'domains.domain.transfer-started': ({ domainId }) => ({
    settled: [alertKeys.transfer(domainId)],
  }),
  'domains.domain.transfer-failed': ({ domainId }) => ({
    settled: [],
    opened: [alertKeys.transfer(domainId)],
  }),
  'domains.domain.custody-arrived': ({ domainId }) => ({
    settled: [alertKeys.transfer(domainId), alertKeys.contest(domainId)],
  }),
  'domains.domain.renewed': ({ domainId }) => ({ settled: [alertKeys.renewal(domainId)] }),
  'domains.domain.removed': settleDomain,
  'domains.domain.custody-lost': settleDomain,
  'domains.domain.transferred-out': settleDomain,
  'domains.domain.owner-changed': settleDomain,
  'lending.offer.accepted': settleByOffer,
  'lending.offer.denied': settleByOffer,
  'lending.offer.rescinded': settleByOffer,
  'lending.offer.expired': settleByOffer,
  'lending.escrow.moved': settleByTransition,
  'payments.deposit.settled': ({ paymentId }) => ({ settled: [alertKeys.payment(paymentId)] }),
  'payments.balance.changed': ({ accountId, availableCents }) => ({
    settled: availableCents < 0 ? [] : [alertKeys.debt(accountId)],
  }),
};
