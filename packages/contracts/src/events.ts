/** Every event between services: subject, version and schema. */

import { z } from 'zod';
import { domainEvents } from './domain-events.ts';
import { at, domainName, event, id, sentence } from './event-shapes.ts';
import { identityEvents } from './identity-events.ts';
import { assignmentSteps, escrowStatuses, escrowTransitions } from './loan.ts';
import { basisPoints, cents } from './money.ts';
import { depositFailure, paymentMismatch } from './reasons/deposit-reasons.ts';
import { readDepositFailure, readPaymentMismatch } from './reasons/former-reasons.ts';

const listing = z.object({ listingId: id, domainId: id, borrowerId: id, domainName });
const terms = { amountCents: cents, termDays: z.number().int(), rateBps: basisPoints };
const offer = z.object({
  offerId: id,
  listingId: id,
  domainId: id,
  domainName,
  borrowerId: id,
  lenderId: id,
  ...terms,
  /** Of the plan; absent: one, also in events of former releases. */
  paymentCount: z.number().int().optional(),
});
const escrow = z.object({
  escrowId: id,
  domainId: id,
  domainName,
  borrowerId: id,
  lenderId: id,
});
/** `replacesId`: the loan from which it took over the domain, once it has; absent in all others. */
const securedLoan = escrow.extend({ replacesId: id.nullish() });
const formerCloseReasons = [
  'REMOVED',
  'ACCEPTED',
  'PROOF_LOST',
  'DOMAIN_GONE',
  'TRANSFER_OUT',
] as const;
/** The oldest unpaid payment of a plan. */
const instalment = z.object({
  n: z.number().int(),
  /** Of the plan as it is now. */
  count: z.number().int(),
  /** What is unpaid of it. */
  openCents: cents,
  /** What cures the default; 0 before the due date. */
  cureCents: cents,
  /** Whether the lender has to accelerate the loan before a seizure. */
  needsAcceleration: z.boolean(),
});
const transition = securedLoan.extend({
  move: z.enum(escrowTransitions),
  from: z.enum(escrowStatuses),
  to: z.enum(escrowStatuses),
  by: z.enum(['BORROWER', 'LENDER', 'OPERATOR', 'SYSTEM']),
  dueAt: at.nullable(),
  graceEndsAt: at.nullable().default(null),
  payoffCents: cents.nullable().default(null),
  instalment: instalment.nullable().default(null),
  daysToDue: z.number().int().nullable().default(null),
  receivedBy: z.enum(['BORROWER', 'SILENCE']).nullable().default(null),
  collateralGone: z.boolean().default(false),
  claimBlocks: z.boolean().default(true),
  maySeize: z.boolean().default(false),
  evidenceComplete: z.boolean().default(false),
  shortClaim: z.boolean().optional(),
  awaits: z.enum(['BORROWER', 'LENDER', 'BOTH']).optional(),
  formerLender: z.object({ accountId: id, assignmentId: id }).optional(),
});
const message = escrow.extend({ messageId: id, senderId: id, recipientIds: z.array(id) });
const hold = z.object({
  holdId: id,
  accountId: id,
  amountCents: cents,
  kind: z.enum(['TRANSFER_FEE', 'RENEWAL_FEE']),
});
/** How far below zero the account's available balance is by now; 0 where it is not. */
const owedCents = cents;
const deposit = z.object({
  transactionId: id,
  accountId: id,
  amountCents: cents,
  method: z.enum(['CARD', 'CRYPTOCURRENCY']),
});

const paymentException = z.object({
  /** Provider and its id of the payment. */
  paymentId: z.string().min(1).max(200),
  transactionId: id.nullable(),
  accountId: id.nullable(),
  /** Null where the provider does not say. */
  arrivedCents: cents.nullable(),
});

/**
 * Subject → version and shape. A changed meaning is a new version, in two releases (docs/changing-events.md); a reader
 * ignores fields it does not know.
 */
export const events = {
  ...identityEvents,

  ...domainEvents,

  'lending.listing.opened': event(1, listing.extend(terms)),
  /**
   * NOT_ELIGIBLE: due diligence found an obstacle; `domains.domain.eligibility-lost` says which. LOAN_ENDED: the loan that
   * the listing refinances.
   */
  'lending.listing.closed': event(
    2,
    listing.extend({ reason: z.enum([...formerCloseReasons, 'NOT_ELIGIBLE', 'LOAN_ENDED']) }),
    {
      shape: listing.extend({ reason: z.enum(formerCloseReasons) }),
      upgrade: (data) => data,
    },
  ),
  /** `expiresAt`: null in events of former releases. */
  'lending.offer.made': event(1, offer.extend({ expiresAt: at.nullable().default(null) })),
  /**
   * Makes domains reserve the domain for `escrowId`. `dueBy`: latest possible due date of the loan. `replacesId`: the running
   * loan that this one refinances; the domain stays reserved for that loan until the closing. Null for every other loan.
   */
  'lending.offer.accepted': event(
    1,
    offer.extend({ escrowId: id, dueBy: at, replacesId: id.nullish() }),
  ),
  'lending.offer.denied': event(
    1,
    offer.extend({ reason: z.enum(['DENIED', 'OTHER_ACCEPTED', 'LISTING_CLOSED']) }),
  ),
  'lending.offer.rescinded': event(1, offer),
  'lending.offer.expired': event(1, offer),
  /**
   * Every transition of a loan, also those that keep its status (`from` equals `to`). `graceEndsAt`: null while unknown.
   * `payoffCents`: the payoff on the day of the transition. `instalment`: of a loan with several payments that runs and is
   * not accelerated; `dueAt` is then its due date. `daysToDue`: of a reminder, whole UTC days until the due
   * date, negative in the grace period, or until the lender's deadline to fund the loan or to add payment details.
   * `claimBlocks`: an open claim blocks a seizure. `maySeize`: by a decision or agreement, before the end of grace too.
   * `evidenceComplete`: both parties said so. `shortClaim`: true if the lender confirmed less than the claim of repayment. `awaits`: the
   * parties that an agreed amendment waits for, of a reminder. `formerLender`: who answers the payment or claim that was reported, after the sale `assignmentId` of the loan. `receivedBy`: SILENCE for a deemed receipt. Values are null if they do not
   * apply, and in events of former releases. `collateralGone`: the domain was in custody and no longer is. `hasNote`:
   * the loan's history has a note about the transition, such as a party's reason, which `lending.transition-note` returns.
   */
  'lending.escrow.moved': event(2, transition.extend({ hasNote: z.boolean() }), {
    shape: transition.extend({ note: sentence.nullable() }),
    upgrade: ({ note, ...rest }) => ({ ...rest, hasNote: note !== null }),
  }),
  /**
   * Where `party` is paid. CHOSEN: by that party; the others: its owner changed the payee, withdrew the change, stopped it
   * by a mailed link, or removed the payee. `effectiveAt`: account time from which it is valid, null if it is already.
   * `first`: nothing was chosen before.
   */
  'lending.escrow.payee-changed': event(
    1,
    escrow.extend({
      party: z.enum(['BORROWER', 'LENDER']),
      change: z.enum(['CHOSEN', 'CHANGED', 'WITHDRAWN', 'STOPPED', 'REMOVED']),
      effectiveAt: at.nullable(),
      first: z.boolean(),
    }),
  ),
  'lending.escrow.contract-drawn': event(1, escrow),
  'lending.escrow.signed': event(1, escrow.extend({ party: z.enum(['BORROWER', 'LENDER']) })),
  'lending.escrow.contract-sealed': event(1, escrow),
  'lending.escrow.collateral-held': event(1, escrow),
  'lending.escrow.collateral-released': event(1, securedLoan),
  /**
   * A refinancing has closed: the domain now secures this loan instead of `fromEscrowId`, without being free in between.
   * `domainVersion`: the domain's version at the newest custody event that lending knew.
   */
  'lending.escrow.collateral-moved': event(
    1,
    securedLoan.extend({ fromEscrowId: id, dueBy: at, domainVersion: z.number().int().nullable() }),
  ),
  /** `toAccountId` null: the platform. */
  'lending.escrow.collateral-seized': event(1, securedLoan.extend({ toAccountId: id.nullable() })),
  /**
   * A step in the sale of a loan. `buyerId`: null until a buyer accepted. `bySeller`: who took the step; null for the
   * platform and operators. `signed`: both parties have signed the deed.
   */
  'lending.assignment.moved': event(
    1,
    z.object({
      assignmentId: id,
      escrowId: id,
      domainId: id,
      domainName,
      sellerId: id,
      buyerId: id.nullable(),
      step: z.enum(assignmentSteps),
      bySeller: z.boolean().nullable(),
      signed: z.boolean(),
      priceCents: cents,
    }),
  ),
  'lending.message.sent': event(2, message, {
    shape: message.extend({ senderName: z.string() }),
    upgrade: ({ senderName: _, ...rest }) => rest,
  }),

  'payments.deposit.started': event(1, deposit),
  'payments.deposit.completed': event(1, deposit),
  'payments.deposit.failed': event(2, deposit.extend({ reason: depositFailure }), {
    shape: deposit.extend({ reason: sentence }),
    upgrade: ({ reason, ...rest }) => ({ ...rest, reason: readDepositFailure(reason) }),
  }),
  /** The provider refunded `backCents` of a deposit. UNDONE: the refund failed and the money returned to us. */
  'payments.deposit.refunded': event(
    1,
    deposit.extend({ backCents: cents, outcome: z.enum(['TAKEN', 'UNDONE']), owedCents }),
  ),
  /** A chargeback of a deposit: the payer's bank withdrew money (OPENED) and decided for us (WON) or against us (LOST). */
  'payments.deposit.disputed': event(
    1,
    deposit.extend({ backCents: cents, outcome: z.enum(['OPENED', 'WON', 'LOST']), owedCents }),
  ),
  /** A payment arrived that does not match a deposit; an operator settles it. Ids are null if the payer is unknown. */
  'payments.deposit.waiting': event(2, paymentException.extend({ reason: paymentMismatch }), {
    shape: paymentException.extend({ reason: sentence }),
    upgrade: ({ reason, ...rest }) => ({ ...rest, reason: readPaymentMismatch(reason) }),
  }),
  /** CLEARED: no operator is needed, since the rest arrived or the provider reversed the payment. */
  'payments.deposit.settled': event(
    1,
    paymentException.extend({ outcome: z.enum(['CREDITED', 'FAILED', 'CLEARED']) }),
  ),
  'payments.hold.placed': event(1, hold),
  /** `transactionId`: the transaction that shows the charge; null in events of former releases. */
  'payments.hold.captured': event(
    1,
    hold.extend({
      transactionId: id.nullable().default(null),
      domainName: domainName.nullable().default(null),
    }),
  ),
  'payments.hold.released': event(1, hold),
  /** A captured fee was returned: what it was charged for did not happen. */
  'payments.hold.refunded': event(
    1,
    hold.extend({ transactionId: id, domainName: domainName.nullable() }),
  ),
  'payments.balance.changed': event(1, z.object({ accountId: id, availableCents: cents })),

  'notifications.notification.added': event(1, z.object({ notificationId: id, accountId: id })),
} as const;

export type Subject = keyof typeof events;

/** Subjects whose events carry an encrypted text, and its field. */
export const encryptedEventFields: Partial<Record<Subject, string>> = {
  'identity.account.security-changed': 'sealedClient',
  'identity.reset.requested': 'sealedToken',
  'identity.verification.requested': 'sealedToken',
  'identity.link.requested': 'sealedLink',
  'domains.domain.transfer-out-started': 'sealedAuthCode',
  'domains.domain.transfer-out-waiting': 'sealedStopToken',
};
export type EventData<S extends Subject> = z.infer<(typeof events)[S]['shape']>;

/** The published message: an event with its id, aggregate and aggregate version. */
export interface Event<S extends Subject = Subject> {
  /** Unique; the broker's message id and the consumer's inbox key. */
  id: string;
  subject: S;
  /** Version of the schema. */
  v: number;
  aggregateId: string;
  /** The aggregate's version after the commit that emitted the event; consumers order by it. */
  aggregateVersion: number;
  /** Business time of the commit, ISO 8601 UTC. */
  at: string;
  /** Span of the commit in W3C Trace Context format, if it was traced. No handler may depend on it. */
  traceparent?: string | undefined;
  data: EventData<S>;
}

/** The envelope; `data` is validated by the schema of its subject. */
export const envelope = z.object({
  id,
  subject: z.string(),
  v: z.number().int(),
  aggregateId: id,
  aggregateVersion: z.number().int(),
  at,
  // An invalid value must not invalidate the event.
  traceparent: z.string().max(55).optional().catch(undefined),
  data: z.unknown(),
});
