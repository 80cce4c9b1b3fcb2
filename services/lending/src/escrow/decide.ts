/** Decides a move on a loan: what changes, what the history says, what the others hear; or a refusal. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { EventData } from '@nameloan/contracts/events.ts';
import type { EscrowMove, EscrowStatus } from '@nameloan/contracts/loan.ts';
import { wholeDays } from '@nameloan/figures/calendar-day.ts';
import type { HistoryEntry } from '../loan/history.ts';
import type { EscrowActorRole } from '../loan/roles.ts';
import { isFinal, statusLabels } from '../loan/status.ts';
import { writeMove } from './changes.ts';
import type { Escrow } from './escrow.ts';
import type { Missing, Situation } from './guards.ts';
import { conditions, custodyGone, guards } from './guards.ts';
import type { MoveInput } from './moves.ts';
import { moveWords, roleWords } from './moves.ts';
import { graceEndsAt, payoffIfDenied, payoffNow } from './stage.ts';
import type { Mover, Transition } from './transitions.ts';
import { rowsFor } from './transitions.ts';

/** Who makes the move: `accountId` null and name "System" for facts and the clock. */
export interface By {
  role: EscrowActorRole;
  accountId: string | null;
  name: string;
}

export const bySystem: By = { role: 'SYSTEM', accountId: null, name: 'System' };

type EscrowSubject =
  | 'lending.escrow.moved'
  | 'lending.escrow.signed'
  | 'lending.escrow.contract-drawn'
  | 'lending.escrow.contract-sealed'
  | 'lending.escrow.collateral-held'
  | 'lending.escrow.collateral-released'
  | 'lending.escrow.collateral-seized';
export type EscrowEvent = {
  [S in EscrowSubject]: { subject: S; data: EventData<S> };
}[EscrowSubject];

export interface Decision {
  before: Escrow;
  /** `before` with `changes`; its version is one higher. */
  after: Escrow;
  changes: Partial<Escrow>;
  history: HistoryEntry;
  /** In the order in which they are to be told; empty for a fact that no longer applies. */
  events: readonly EscrowEvent[];
}

/**
 * Decides `input` on `escrow`. Throws DomainError: NOT_FOUND for a stranger, CONFLICT when the table
 * has no such move in this status or a guard fails, FORBIDDEN when it is another role's move,
 * INVALID_INPUT when what came along is at fault. It never returns "nothing happened".
 */
export function decide(
  escrow: Escrow,
  input: MoveInput,
  { by, now }: { by: By; now: Date },
): Decision {
  if (by.role === 'STRANGER') throw new DomainError('NOT_FOUND', 'There is no such loan.');
  const situation: Situation = { role: by.role, now, input };
  const row = chooseRow(escrow, input.move, situation);
  const written = writeMove(escrow, input, { ...situation, row });
  const changes: Partial<Escrow> = {
    ...written.changes,
    ...(row.to === row.from ? {} : { status: row.to, statusAt: now }),
    ...(row.from === 'ESCALATED' && row.to !== row.from ? { settlement: null } : {}),
    ...(row.to !== row.from && isFinal(row.to) ? { finalizedAt: now } : {}),
    version: escrow.version + 1,
  };
  const after = { ...escrow, ...changes };
  return {
    before: escrow,
    after,
    changes,
    history: {
      escrowId: escrow.id,
      version: after.version,
      at: now,
      by: by.role,
      accountId: by.accountId,
      actor: by.name,
      action: input.move,
      from: row.from,
      to: row.to,
      note: joinNotes(row, written.note, written.detail ?? null),
    },
    events: row.noted ? [] : eventsOf({ after, row, note: written.note, role: by.role, now }),
  };
}

/** The row of the table that this move is, with its guards passed. Throws as `decide` does. */
function chooseRow(escrow: Escrow, move: EscrowMove, situation: Situation): Transition {
  const rows = rowsFor(escrow.status, move);
  if (rows.length === 0) {
    throw new DomainError('CONFLICT', notPossible(escrow.status, move), { reason: 'STATUS' });
  }
  const row = openRow(rows, escrow, situation);
  if (row === null) throw new DomainError('FORBIDDEN', notYours(rows, move));
  const missing = missingFor(row, escrow, situation);
  if (missing !== null) {
    throw new DomainError('CONFLICT', missing.message, { reason: missing.reason });
  }
  return row;
}

/** The first row that is this role's and whose condition holds. */
export function openRow(
  rows: readonly Transition[],
  escrow: Escrow,
  situation: Situation,
): Transition | null {
  const found = rows.find(
    (row) =>
      (row.who as readonly EscrowActorRole[]).includes(situation.role) &&
      (row.when === undefined || conditions[row.when](escrow, situation)),
  );
  return found ?? null;
}

/** What the first guard that does not hold misses, or null. */
export function missingFor(row: Transition, escrow: Escrow, situation: Situation): Missing | null {
  for (const guard of row.guards ?? []) {
    const missing = guards[guard](escrow, situation);
    if (missing !== null) return missing;
  }
  return null;
}

/** The sentence of product.md section 5 for a move that a status does not know. */
function notPossible(status: EscrowStatus, move: EscrowMove): string {
  return `This loan is ${statusLabels[status]}; ${moveWords[move].word} is not possible now.`;
}

function notYours(rows: readonly Transition[], move: EscrowMove): string {
  const roles: Mover[] = [...new Set(rows.flatMap((row) => row.who))];
  const names = roles.map((role) => roleWords[role]).join(' or ');
  return `Only ${names} can do this (${moveWords[move].word}).`;
}

function joinNotes(row: Transition, note: string | null, detail: string | null): string | null {
  const parts = [row.noted ? 'No longer applies.' : null, note, detail];
  const text = parts.filter((part) => part !== null).join('\n');
  return text === '' ? null : text;
}

interface Moved {
  after: Escrow;
  row: Transition;
  note: string | null;
  role: Exclude<EscrowActorRole, 'STRANGER'>;
  now: Date;
}

function eventsOf({ after, row, note, role, now }: Moved): EscrowEvent[] {
  const base = {
    escrowId: after.id,
    domainId: after.domainId,
    domainName: after.domainName,
    borrowerId: after.borrowerId,
    lenderId: after.lenderId,
  };
  const told: EscrowEvent[] = [
    {
      subject: 'lending.escrow.moved',
      data: {
        ...base,
        move: row.move,
        from: row.from,
        to: row.to,
        by: role,
        note,
        dueAt: after.dueAt?.toISOString() ?? null,
        graceEndsAt: graceEndsAt(after)?.toISOString() ?? null,
        payoffCents: payoffIfDenied(after, now) ?? payoffNow(after, now),
        daysToDue: row.move === 'REMIND_DUE' && after.dueAt ? wholeDays(now, after.dueAt) : null,
        receivedBy: after.receipt?.by ?? null,
        collateralGone: custodyGone(after),
      },
    },
  ];
  if (row.move === 'DRAW_CONTRACT') {
    told.push({ subject: 'lending.escrow.contract-drawn', data: base });
  }
  if (row.move === 'SEAL_CONTRACT') {
    told.push({ subject: 'lending.escrow.contract-sealed', data: base });
  }
  if (row.move === 'SIGN' && (role === 'BORROWER' || role === 'LENDER')) {
    told.push({ subject: 'lending.escrow.signed', data: { ...base, party: role } });
  }
  if (row.to !== row.from) told.push(...collateralEvents(after, base));
  return told;
}

/** Domains follows these, and nothing else, when it binds, frees or moves the domain. */
function collateralEvents(
  after: Escrow,
  base: EventData<'lending.escrow.collateral-held'>,
): EscrowEvent[] {
  switch (after.status) {
    case 'DOMAIN_IN_CUSTODY':
      return [{ subject: 'lending.escrow.collateral-held', data: base }];
    case 'CANCELLED':
    case 'FINALIZED_RETURN_TO_BORROWER':
      return [{ subject: 'lending.escrow.collateral-released', data: base }];
    case 'FINALIZED_LENDER_SEIZURE':
      return [seized(base, after.lenderId)];
    case 'FINALIZED_PLATFORM_SEZIURE':
      return [seized(base, null)];
    default:
      return [];
  }
}

function seized(
  base: EventData<'lending.escrow.collateral-held'>,
  toAccountId: string | null,
): EscrowEvent {
  return { subject: 'lending.escrow.collateral-seized', data: { ...base, toAccountId } };
}
