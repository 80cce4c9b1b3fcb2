/** Decides a transition of a loan: the changes, the history entry and the events, or an error. Pure. */

import { DomainError } from '@nameloan/contracts/errors';
import type { EventData } from '@nameloan/contracts/events';
import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import { findPaidFormerLender } from '../../loan/assignment/former-lender.ts';
import type { HistoryEntry } from '../../loan/history.ts';
import type { LoanEnd } from '../../loan/loan-end.ts';
import { findLoanEnd } from '../../loan/loan-end.ts';
import type { EscrowActorRole } from '../../loan/roles.ts';
import { isFinal, statusLabels } from '../../loan/status.ts';
import { findDueAt } from '../balance/due-date.ts';
import { describeInstalment } from '../balance/next-instalment.ts';
import type { Escrow } from '../escrow.ts';
import {
  computeGraceEnd,
  computePayoff,
  computePayoffIfDenied,
  hasBlockingClaim,
  hasOpenPayment,
} from '../stage.ts';
import { findAwaitedParty } from './amendment/amendment-timed.ts';
import { deriveChanges } from './amendment/derive-changes.ts';
import type { GuardFailure, Situation } from './guards.ts';
import { isCustodyLost, isEvidenceComplete } from './guards.ts';
import { closesShortClaim } from './payment/short-claim.ts';
import type { CollateralEvent } from './refinance/collateral-events.ts';
import { buildCollateralEvents, hasTakenOver } from './refinance/collateral-events.ts';
import { countDaysToDue } from './reminders.ts';
import type { RuleRole, TransitionRule } from './transition-descriptor.ts';
import type { TransitionInput } from './transitions.ts';
import { computeEffect, findRules, transitions } from './transitions.ts';

/** Who makes a transition: `accountId` is null and the name "System" for events and timed transitions. */
export interface TransitionActor {
  role: EscrowActorRole;
  accountId: string | null;
  name: string;
}

export const systemActor: TransitionActor = { role: 'SYSTEM', accountId: null, name: 'System' };

type EscrowSubject =
  | 'lending.escrow.moved'
  | 'lending.escrow.signed'
  | 'lending.escrow.contract-drawn'
  | 'lending.escrow.contract-sealed';
export type EscrowEvent =
  | { [S in EscrowSubject]: { subject: S; data: EventData<S> } }[EscrowSubject]
  | CollateralEvent;

export interface Decision {
  before: Escrow;
  /** `before` with `changes`; its version is one higher. */
  after: Escrow;
  changes: Partial<Escrow>;
  history: HistoryEntry;
  /** In publishing order; empty for an event that no longer applies. */
  events: readonly EscrowEvent[];
}

/**
 * Decides `input` on `escrow`. Throws DomainError: NOT_FOUND for an outsider, CONFLICT when no rule allows the
 * transition in this status or a guard fails, FORBIDDEN when it belongs to another role, INVALID_INPUT for invalid
 * content. A returned decision always changes the loan.
 */
export function decideTransition(
  escrow: Escrow,
  input: TransitionInput,
  { by, now, paymentId = '' }: { by: TransitionActor; now: Date; paymentId?: string },
): Decision {
  if (by.role === 'OUTSIDER') throw new DomainError('NOT_FOUND', 'There is no such loan.');
  const situation: Situation = { role: by.role, now, input };
  const rule = chooseRule(escrow, input.transition, situation);
  const effect = computeEffect(escrow, input, {
    ...situation,
    rule,
    name: by.name,
    paymentId,
  });
  const changes: Partial<Escrow> = {
    ...effect.changes,
    ...(rule.to === rule.from ? {} : { status: rule.to, statusAt: now }),
    ...(rule.from === 'ESCALATED' && rule.to !== rule.from ? { settlement: null } : {}),
    ...(rule.to !== rule.from && isFinal(rule.to) ? buildEndChanges(escrow, rule, now) : {}),
    ...(isArrival(rule) ? { fundingFrom: now } : {}),
    version: escrow.version + 1,
  };
  const decided = { ...escrow, ...changes };
  Object.assign(changes, deriveChanges(escrow, decided, { transition: input.transition, now }));
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
      action: input.transition,
      from: rule.from,
      to: rule.to,
      note: joinNotes(rule, effect.note, effect.detail ?? null),
    },
    events: rule.historyOnly
      ? []
      : buildEvents({
          ...{ before: escrow, after, rule },
          ...{ hasNote: effect.note !== null, role: by.role, now },
        }),
  };
}

const ends: Partial<Record<EscrowTransition, LoanEnd>> = {
  FINALIZE_SURRENDER: 'SURRENDERED',
  CLOSE_REFINANCE: 'REFINANCED',
  RESOLVE_REFINANCED: 'REFINANCED',
};

/** Payments that wait for an answer get none any more, and an open sale has nothing left to sell. */
function buildEndChanges(escrow: Escrow, rule: TransitionRule, now: Date): Partial<Escrow> {
  return {
    finalizedAt: now,
    endedBy: ends[rule.transition] ?? findLoanEnd(rule.to),
    ...(hasOpenPayment(escrow) ? { openPayments: [] } : {}),
    ...(escrow.sale ? { sale: null } : {}),
  };
}

/** The loan is ready to be funded; a mark that lapsed returns it without a new period. */
function isArrival({ from, to }: TransitionRule): boolean {
  return to === 'DOMAIN_IN_CUSTODY' && from !== to && from !== 'LOAN_POSTED';
}

/** Finds the rule that applies and checks its guards. Throws as `decideTransition` does. */
function chooseRule(
  escrow: Escrow,
  transition: EscrowTransition,
  situation: Situation,
): TransitionRule {
  const rules = findRules(escrow.status, transition);
  if (rules.length === 0) {
    throw new DomainError('CONFLICT', describeNotPossible(escrow.status, transition), {
      reason: 'STATUS',
    });
  }
  const rule = findOpenRule(rules, escrow, situation);
  if (rule === null) throw new DomainError('FORBIDDEN', describeWrongRole(rules));
  const failure = findGuardFailure(rule, escrow, situation);
  if (failure !== null) {
    const { reason, message, availableAt } = failure;
    throw new DomainError('CONFLICT', message, {
      reason,
      ...(availableAt ? { availableAt: availableAt.toISOString() } : {}),
    });
  }
  return rule;
}

/** The first rule of this role whose condition holds. */
export function findOpenRule(
  rules: readonly TransitionRule[],
  escrow: Escrow,
  situation: Situation,
): TransitionRule | null {
  const found = rules.find(
    (rule) =>
      (rule.roles as readonly EscrowActorRole[]).includes(situation.role) &&
      (rule.when === undefined || rule.when(escrow, situation)),
  );
  return found ?? null;
}

/** The failure of the first guard that does not hold, or null. */
export function findGuardFailure(
  rule: TransitionRule,
  escrow: Escrow,
  situation: Situation,
): GuardFailure | null {
  for (const guard of rule.guards ?? []) {
    const failure = guard(escrow, situation);
    if (failure !== null) return failure;
  }
  return null;
}

function describeNotPossible(status: EscrowStatus, transition: EscrowTransition): string {
  return `This loan is ${statusLabels[status]}; ${transitions[transition].verb} is not possible now.`;
}

/** How error messages name a role. */
const roleNames = {
  BORROWER: 'the borrower',
  LENDER: 'the lender',
  OPERATOR: 'an operator who is not a party to the loan',
  SYSTEM: 'the platform',
} as const satisfies Record<RuleRole, string>;

function describeWrongRole(rules: readonly TransitionRule[]): string {
  const roles: RuleRole[] = [...new Set(rules.flatMap((rule) => rule.roles))];
  const names = roles.map((role) => roleNames[role]).join(' or ');
  return `Only ${names} can do this.`;
}

function joinNotes(
  rule: TransitionRule,
  note: string | null,
  detail: string | null,
): string | null {
  const lines = [rule.historyOnly ? 'No longer applies.' : null, note, detail];
  const text = lines.filter((line) => line !== null).join('\n');
  return text === '' ? null : text;
}

interface EventSource {
  before: Escrow;
  after: Escrow;
  rule: TransitionRule;
  hasNote: boolean;
  role: Exclude<EscrowActorRole, 'OUTSIDER'>;
  now: Date;
}

function buildEvents({ before, after, rule, hasNote, role, now }: EventSource): EscrowEvent[] {
  const base = {
    escrowId: after.id,
    domainId: after.domainId,
    domainName: after.domainName,
    borrowerId: after.borrowerId,
    lenderId: after.lenderId,
    ...(hasTakenOver(after) ? { replacesId: after.replacing?.escrowId } : {}),
  };
  const awaits = findAwaitedParty(after);
  const events: EscrowEvent[] = [
    {
      subject: 'lending.escrow.moved',
      data: {
        ...base,
        move: rule.transition,
        from: rule.from,
        to: rule.to,
        by: role,
        hasNote,
        dueAt: findDueAt(after)?.toISOString() ?? null,
        graceEndsAt: computeGraceEnd(after)?.toISOString() ?? null,
        payoffCents: computePayoffIfDenied(after, now) ?? computePayoff(after, now),
        instalment: describeInstalment(after, now),
        daysToDue: countDaysToDue(after, rule.transition, now),
        receivedBy: after.receipt?.by ?? null,
        collateralGone: isCustodyLost(after),
        claimBlocks: hasBlockingClaim(after),
        maySeize: Boolean(after.maySeize),
        evidenceComplete: isEvidenceComplete(after),
        ...(closesShortClaim(before, after, rule.transition) ? { shortClaim: true } : {}),
        ...(rule.transition === 'REMIND_AMENDMENT' && awaits ? { awaits } : {}),
        ...findPaidFormerLender(before, after),
      },
    },
  ];
  if (rule.transition === 'DRAW_CONTRACT') {
    events.push({ subject: 'lending.escrow.contract-drawn', data: base });
  }
  if (rule.transition === 'SEAL_CONTRACT') {
    events.push({ subject: 'lending.escrow.contract-sealed', data: base });
  }
  if (rule.transition === 'SIGN' && (role === 'BORROWER' || role === 'LENDER')) {
    events.push({ subject: 'lending.escrow.signed', data: { ...base, party: role } });
  }
  events.push(...buildCollateralEvents(after, rule, base));
  return events;
}
