/** What each move writes on the loan, beside its status. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { EscrowMove } from '@nameloan/contracts/loan.ts';
import { addDays, formatCalendarDay, utcDay } from '../money/calendar-day.ts';
import type { Escrow, PaymentNote, Receipt } from './escrow.ts';
import type { Situation } from './guards.ts';
import { isOvertaken } from './guards.ts';
import type { CustodyFact, InputOf, MoveInput } from './moves.ts';
import { readClaim, readEscalation, readPaymentNote, readRequiredText } from './read-input.ts';
import { owedOn } from './stage.ts';
import type { Transition } from './transitions.ts';

export interface Written {
  changes: Partial<Escrow>;
  /** For the history and for the parties. */
  note: string | null;
  /** More for the history alone. */
  detail?: string | null;
}

/** The situation, and the row of the table that was chosen in it. */
export interface Chosen extends Situation {
  row: Transition;
}

type Writer<M extends EscrowMove> = (escrow: Escrow, input: InputOf<M>, chosen: Chosen) => Written;
type Writers = { [M in EscrowMove]: Writer<M> };

const writers: Writers = {
  SIGN: (escrow, { sha256 }, { role, now }) => {
    if (sha256 !== escrow.contractSha256) {
      throw new DomainError(
        'CONFLICT',
        'The contract that you were shown is not the one on record; open it again.',
        { reason: 'CONTRACT_CHANGED' },
      );
    }
    const changes = role === 'BORROWER' ? { borrowerSignedAt: now } : { lenderSignedAt: now };
    return { changes, note: null, detail: `SHA-256 ${sha256}` };
  },
  CANCEL: (_escrow, _input, { row, now }) =>
    row.to === 'CANCELLED'
      ? { changes: {}, note: null }
      : { changes: { cancelRequestedAt: now }, note: 'Asked the lender to cancel.' },
  MARK_PAID: (escrow, input, { role, now }) => {
    const note = readPaymentNote(input, now);
    return role === 'LENDER'
      ? { changes: { sent: note, cancelRequestedAt: null }, note: inWords('Sent', note) }
      : {
          changes: { ...receive(escrow, note), cancelRequestedAt: null },
          note: inWords('Received', note),
        };
  },
  CONFIRM_RECEIPT: (escrow, _input, { now }) => ({
    changes: receive(escrow, { date: null, method: null, reference: null, at: now }),
    note: null,
  }),
  CLAIM_REPAID: (escrow, input, { now }) => {
    const claim = readClaim(input, escrow.receipt?.at ?? escrow.createdAt, now);
    return { changes: { claim }, note: inWords('Repaid', claim) };
  },
  DENY_REPAID: (_escrow, { reason }) => ({
    changes: { claim: null },
    note: readRequiredText('reason', reason),
  }),
  FINALIZE_RETURN: (escrow, _input, { now }) => ({ changes: repay(escrow, now), note: null }),
  FINALIZE_SEIZE: () => ({ changes: {}, note: null }),
  FINALIZE_SURRENDER: () => ({
    changes: {},
    note: 'The borrower gave the domain up in full satisfaction of the loan.',
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
  // The operator has judged the claim too: left open it would come straight back as a dispute.
  RESOLVE_CONTINUE: (_escrow, { reason }) => ({
    changes: { claim: null },
    note: readRequiredText('reason', reason),
  }),
  RESOLVE_RETURN: (escrow, { reason }, { now }) => ({
    changes: repay(escrow, now),
    note: readRequiredText('reason', reason),
  }),
  RESOLVE_SEIZE: (_escrow, { reason }) => ({
    changes: {},
    note: readRequiredText('reason', reason),
  }),
  RESOLVE_PLATFORM: (_escrow, { reason }) => ({
    changes: {},
    note: readRequiredText('reason', reason),
  }),

  RESERVATION_GRANTED: (escrow, fact, { now }) => ({
    changes: {
      reservedAt: escrow.reservedAt ?? now,
      // The reservation counts even where what it says of custody does not any more.
      ...(fact.inCustody && !isOvertaken(escrow, fact) ? arrive(escrow, fact) : {}),
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
  CUSTODY_ARRIVED: (escrow, fact) => ({ changes: arrive(escrow, fact), note: null }),
  CUSTODY_LOST: (_escrow, { at, domainVersion, reason }, { row, now }) => {
    const lost = { inCustodyAt: null, custodyLostAt: at, custodyVersion: domainVersion };
    const escalated = row.to === 'ESCALATED' && row.from !== 'ESCALATED';
    const escalation = { at: now, by: 'SYSTEM', reason, evidence: null } as const;
    return { changes: escalated ? { ...lost, escalation } : lost, note: reason };
  },
  SEND_NOTICE: (_escrow, _input, { now }) => ({ changes: { noticeAt: now }, note: null }),
  SEAL_CONTRACT: (_escrow, _input, { now }) => ({ changes: { sealedAt: now }, note: null }),
};

/** What `input` writes on `escrow` by the row chosen. INVALID_INPUT or CONFLICT where its content is at fault. */
export function writeMove<M extends EscrowMove>(
  escrow: Escrow,
  input: InputOf<M> & MoveInput,
  chosen: Chosen,
): Written {
  if (chosen.row.when === 'overtaken') {
    return { changes: {}, note: 'reason' in input ? (input.reason ?? null) : null };
  }
  // The compiler cannot pair a key with its own writer; the mapped type above has checked each pair.
  const writer = writers[input.move] as Writer<M>;
  return writer(escrow, input, chosen);
}

/** Of several arrivals the first is the one that counts; each raises what is known. */
function arrive(escrow: Escrow, { at, domainVersion }: CustodyFact): Partial<Escrow> {
  return { inCustodyAt: escrow.inCustodyAt ?? at, custodyVersion: domainVersion };
}

/** The clock starts when the borrower says that the money is there, whatever day the note names. */
function receive(escrow: Escrow, note: PaymentNote): { receipt: Receipt; dueAt: Date } {
  return {
    receipt: { ...note, by: 'BORROWER' },
    dueAt: addDays(note.at, escrow.termDays),
  };
}

/** Interest stops at the day of a claim that is confirmed, else today. */
function repay(escrow: Escrow, now: Date): Partial<Escrow> {
  if (escrow.receipt === null) return {};
  const repaidOn = utcDay(escrow.claim?.date ?? now);
  return { repaidOn, finalPayoffCents: owedOn(escrow, escrow.receipt.at, repaidOn) };
}

/** Null where nothing was told but that it happened, which the move itself says. */
function inWords(what: string, note: Omit<PaymentNote, 'at'>): string | null {
  if (note.date === null && note.method === null && note.reference === null) return null;
  const parts = [
    note.date === null ? what : `${what} on ${formatCalendarDay(note.date)}`,
    ...(note.method === null ? [] : [note.method]),
    ...(note.reference === null ? [] : [`reference ${note.reference}`]),
  ];
  return `${parts.join(', ')}.`;
}
