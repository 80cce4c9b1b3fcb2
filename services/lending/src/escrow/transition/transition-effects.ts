/** Computes what each transition writes on the loan in addition to its status. */

import { DomainError } from '@nameloan/contracts/errors';
import { formatDate } from '@nameloan/contracts/format-date';
import type { EscrowTransition } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { toPartyRole } from '../../loan/roles.ts';
import type { Escalation, Escrow, PaymentNote, Receipt } from '../escrow.ts';
import type { SettleOutcome } from '../settlement.ts';
import { computeOwedCents } from '../stage.ts';
import type { Situation } from './guards.ts';
import { countEvidenceFiles, isStale } from './guards.ts';
import { readClaim, readEscalation, readPaymentNote, readRequiredText } from './read-input.ts';
import { transitionTimes } from './schedule.ts';
import type { CustodyUpdate, InputFor, TransitionInput } from './transition-input.ts';
import type { TransitionRule } from './transition-rule.ts';

export interface TransitionEffect {
  changes: Partial<Escrow>;
  /** For the history and the event. */
  note: string | null;
  /** For the history only. */
  detail?: string | null;
}

/** The situation and the rule chosen in it. */
export interface TransitionContext extends Situation {
  rule: TransitionRule;
}

type EffectOf<M extends EscrowTransition> = (
  escrow: Escrow,
  input: InputFor<M>,
  context: TransitionContext,
) => TransitionEffect;
type Effects = { [M in EscrowTransition]: EffectOf<M> };

const noChanges = (): TransitionEffect => ({ changes: {}, note: null });

const effects: Effects = {
  SIGN: (escrow, { sha256 }, { role, now }) => {
    if (sha256 !== escrow.contractSha256) {
      throw new DomainError(
        'CONFLICT',
        'The contract has changed since you opened it. Open it again.',
        { reason: 'CONTRACT_CHANGED' },
      );
    }
    const changes = role === 'BORROWER' ? { borrowerSignedAt: now } : { lenderSignedAt: now };
    return { changes, note: null, detail: `SHA-256 ${sha256}` };
  },
  CANCEL: (_escrow, _input, { rule, now }) =>
    rule.to === 'CANCELLED'
      ? { changes: {}, note: null }
      : { changes: { cancelRequestedAt: now }, note: 'Asked the lender to cancel.' },
  MARK_PAID: (escrow, input, { role, now }) => {
    const note = readPaymentNote(input, now);
    if (role === 'LENDER') {
      const changes = { sent: note, cancelRequestedAt: null };
      const sentences = [
        describePayment('Sent', note),
        describeDeemedReceipt({ ...escrow, ...changes }, now),
      ];
      return { changes, note: sentences.filter((each) => each !== null).join(' ') || null };
    }
    return {
      changes: { ...buildReceiptChanges(escrow, note), cancelRequestedAt: null },
      note: describePayment('Received', note),
    };
  },
  // A deemed receipt keeps its day; the confirmation only changes who confirmed it.
  CONFIRM_RECEIPT: (escrow, _input, { now }) => ({
    changes: escrow.receipt
      ? { receipt: { ...escrow.receipt, by: 'BORROWER' } }
      : buildReceiptChanges(escrow, { date: null, method: null, reference: null, at: now }),
    note: null,
  }),
  CLAIM_REPAID: (escrow, input, { now }) => {
    const claim = readClaim(input, escrow.receipt?.at ?? escrow.createdAt, now);
    return { changes: { claim }, note: describePayment('Repaid', claim) };
  },
  DENY_REPAID: (_escrow, { reason }, { now }) => ({
    changes: { claim: null, remindedAt: now },
    note: readRequiredText('reason', reason),
  }),
  FINALIZE_RETURN: (escrow, _input, { now }) => ({
    changes: buildRepaymentChanges(escrow, now),
    note: null,
  }),
  FINALIZE_SEIZE: (escrow, _input, { now }) => ({
    changes: buildDischargeChanges(escrow, now),
    note: null,
  }),
  FINALIZE_SURRENDER: (escrow, _input, { now }) => ({
    changes: buildDischargeChanges(escrow, now),
    note: 'The borrower surrendered the domain in full satisfaction of the loan.',
  }),
  ESCALATE: (_escrow, input, { role, now }) => {
    const { reason, evidence } = readEscalation(input);
    const by = role === 'BORROWER' ? 'BORROWER' : 'LENDER';
    return {
      changes: { escalation: { at: now, by, reason, evidence } },
      note: reason,
      detail: evidence === null ? null : `Evidence: ${evidence}`,
    };
  },
  ADD_EVIDENCE: (escrow, { name, sha256 }, { role }) => {
    const side = toPartyRole(role);
    const counts = {
      BORROWER: countEvidenceFiles(escrow, 'BORROWER'),
      LENDER: countEvidenceFiles(escrow, 'LENDER'),
    };
    return {
      changes: { evidenceFiles: { ...counts, [side]: counts[side] + 1 } },
      note: name,
      detail: `SHA-256 ${sha256}`,
    };
  },
  SETTLE_CONTINUE: (_escrow, _input, context) =>
    buildSettlementEffect('CONTINUE', context, { claim: null }),
  SETTLE_RETURN: (escrow, _input, context) =>
    buildSettlementEffect('RETURN', context, buildRepaymentChanges(escrow, context.now)),
  SETTLE_SEIZE: (escrow, _input, context) =>
    buildSettlementEffect('SEIZE', context, buildDischargeChanges(escrow, context.now)),
  // The decision covers the claim too: an open one would escalate the loan again at once.
  RESOLVE_CONTINUE: (_escrow, { reason }) => ({
    changes: { claim: null },
    note: readRequiredText('reason', reason),
  }),
  RESOLVE_RETURN: (escrow, { reason }, { now }) => ({
    changes: buildRepaymentChanges(escrow, now),
    note: readRequiredText('reason', reason),
  }),
  RESOLVE_SEIZE: (escrow, { reason }, { now }) => ({
    changes: buildDischargeChanges(escrow, now),
    note: readRequiredText('reason', reason),
  }),
  RESOLVE_PLATFORM: (_escrow, { reason }) => ({
    changes: {},
    note: readRequiredText('reason', reason),
  }),

  RESERVATION_GRANTED: (escrow, update, { now }) => ({
    changes: {
      reservedAt: escrow.reservedAt ?? now,
      // The reservation counts even where its custody state is stale.
      ...(update.inCustody && !isStale(escrow, update) ? buildArrivalChanges(escrow, update) : {}),
    },
    note: null,
  }),
  RESERVATION_REFUSED: (_escrow, { reason }) => ({ changes: {}, note: reason }),
  DRAW_CONTRACT: (_escrow, { sha256, borrowerToken, lenderToken }, { now }) => ({
    changes: {
      contractDrawnAt: now,
      contractSha256: sha256,
      borrowerContractToken: borrowerToken,
      lenderContractToken: lenderToken,
    },
    note: null,
    detail: `SHA-256 ${sha256}`,
  }),
  CUSTODY_ARRIVED: (escrow, update) => ({
    changes: buildArrivalChanges(escrow, update),
    note: null,
  }),
  CUSTODY_LOST: (escrow, { at, domainVersion, reason }, { rule, now }) => {
    const custodyLoss = { inCustodyAt: null, custodyLostAt: at, custodyVersion: domainVersion };
    if (rule.to !== 'ESCALATED') return { changes: custodyLoss, note: reason };
    const escalation =
      rule.from === 'ESCALATED' && escrow.escalation
        ? { ...escrow.escalation, custodyLostAt: at }
        : buildSystemEscalation(reason, now);
    return { changes: { ...custodyLoss, escalation }, note: reason };
  },
  SEAL_CONTRACT: (_escrow, _input, { now }) => ({ changes: { sealedAt: now }, note: null }),

  EXPIRE_SIGNATURE: noChanges,
  EXPIRE_TRANSFER: noChanges,
  CANCEL_UNANSWERED: noChanges,
  REMIND_RECEIPT: (escrow, _input, { now }) => ({
    changes: { remindedAt: now },
    note: describeDeemedReceipt(escrow, now),
  }),
  // The contract fixes the day, however late the job runs.
  DEEM_RECEIVED: (escrow, _input, { now }) => {
    const { date = null, method = null, reference = null } = escrow.sent ?? {};
    const at = transitionTimes.DEEM_RECEIVED(escrow, now) ?? now;
    const receipt = { date, method, reference, at, by: 'SILENCE' } as const;
    return {
      changes: { receipt, dueAt: addDays(at, escrow.termDays), remindedAt: now },
      note: `The borrower did not answer for ${loanCalendar.deemedReceiptDays} days.`,
    };
  },
  REMIND_DUE: (_escrow, _input, { now }) => ({ changes: { remindedAt: now }, note: null }),
  SEND_NOTICE: ({ claim }, _input, { now }) => ({
    changes: { noticeAt: now },
    note: claim && 'The lender has not answered the claim of repayment yet.',
  }),
  ESCALATE_UNANSWERED: (_escrow, _input, { now }) => {
    const reason = `The lender has not answered the claim of repayment for ${loanCalendar.claimAnswerDays} days.`;
    return { changes: { escalation: buildSystemEscalation(reason, now) }, note: reason };
  },
};

/** Computes what `input` writes under the chosen rule. Throws INVALID_INPUT or CONFLICT for invalid content. */
export function computeEffect<M extends EscrowTransition>(
  escrow: Escrow,
  input: InputFor<M> & TransitionInput,
  context: TransitionContext,
): TransitionEffect {
  if (context.rule.when === 'stale') {
    return { changes: {}, note: 'reason' in input ? (input.reason ?? null) : null };
  }
  // The compiler cannot pair a key with its own function; the mapped type above has checked each pair.
  const effect = effects[input.transition] as EffectOf<M>;
  return effect(escrow, input, context);
}

/** The first proposal is only stored; the second equal one has the effect of an operator's decision. */
function buildSettlementEffect(
  outcome: SettleOutcome,
  { rule, role, now }: TransitionContext,
  agreed: Partial<Escrow>,
): TransitionEffect {
  if (rule.to !== 'ESCALATED')
    return { changes: agreed, note: 'Both parties have agreed on this.' };
  const settlement = { by: toPartyRole(role), outcome, at: now };
  return { changes: { settlement }, note: proposals[outcome] };
}

const proposals = {
  CONTINUE: 'Proposed that the loan continues.',
  RETURN: 'Proposed that the domain returns to the borrower.',
  SEIZE: 'Proposed that the domain goes to the lender.',
} as const satisfies Record<SettleOutcome, string>;

/** The first arrival sets the time; each one raises the known version. */
function buildArrivalChanges(
  escrow: Escrow,
  { at, domainVersion }: CustodyUpdate,
): Partial<Escrow> {
  return { inCustodyAt: escrow.inCustodyAt ?? at, custodyVersion: domainVersion, renewUntil: null };
}

/** The term starts when the borrower confirms the money, whatever day the note names. */
function buildReceiptChanges(escrow: Escrow, note: PaymentNote): { receipt: Receipt; dueAt: Date } {
  return {
    receipt: { ...note, by: 'BORROWER' },
    dueAt: addDays(note.at, escrow.termDays),
  };
}

/** Null where silence has no effect on the receipt. */
function describeDeemedReceipt(escrow: Escrow, now: Date): string | null {
  const at = transitionTimes.DEEM_RECEIVED(escrow, now);
  return at && `Without an answer the money counts as received on ${formatDate(at)}.`;
}

/** Interest stops on the day of a confirmed claim, otherwise today. */
function buildRepaymentChanges(escrow: Escrow, now: Date): Partial<Escrow> {
  if (escrow.receipt === null) return {};
  const repaidOn = utcDay(escrow.claim?.date ?? now);
  return { repaidOn, finalPayoffCents: computeOwedCents(escrow, escrow.receipt.at, repaidOn) };
}

/** The debt ends with the domain; the record keeps its amount on that day. Empty where no money was received. */
function buildDischargeChanges(escrow: Escrow, now: Date): Partial<Escrow> {
  if (escrow.receipt === null) return {};
  return { dischargedCents: computeOwedCents(escrow, escrow.receipt.at, now) };
}

function buildSystemEscalation(reason: string, now: Date): Escalation {
  return { at: now, by: 'SYSTEM', reason, evidence: null };
}

/** Null when the note is empty; the transition itself is in the history. */
function describePayment(what: string, note: Omit<PaymentNote, 'at'>): string | null {
  if (note.date === null && note.method === null && note.reference === null) return null;
  const segments = [
    note.date === null ? what : `${what} on ${formatDate(note.date)}`,
    ...(note.method === null ? [] : [note.method]),
    ...(note.reference === null ? [] : [`reference ${note.reference}`]),
  ];
  return `${segments.join(', ')}.`;
}
