/** The states of a sale as a table: who takes which step when. Pure. */

import type { ConflictReason } from '@nameloan/contracts/errors';
import { DomainError } from '@nameloan/contracts/errors';
import type { AssignmentStep } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import type { AssignmentStatus, SaleParty } from '../loan/assignment/assignment.ts';

/** Who looks at a sale. VISITOR: an account with the link, while no buyer is bound. */
export type SaleRole = SaleParty | 'OPERATOR' | 'BORROWER' | 'VISITOR';

interface StepRule {
  from: readonly AssignmentStatus[];
  by: SaleRole;
}

const untilSent = ['OFFERED', 'ACCEPTED', 'SIGNED'] as const;

/** What users do. */
export type SaleAction = Exclude<AssignmentStep, 'EXPIRE' | 'DISPUTE' | 'VOID'>;
type RuledAction = Exclude<SaleAction, 'SIGN'>;

const stepRules: Readonly<Record<RuledAction, StepRule>> = {
  ACCEPT: { from: ['OFFERED'], by: 'VISITOR' },
  WITHDRAW: { from: ['OFFERED'], by: 'SELLER' },
  DECLINE: { from: ['ACCEPTED', 'SIGNED'], by: 'BUYER' },
  SEND: { from: ['SIGNED'], by: 'BUYER' },
  CONFIRM: { from: ['SENT', 'DISPUTED'], by: 'SELLER' },
  DENY: { from: ['SENT'], by: 'SELLER' },
  RESOLVE_CLOSED: { from: ['DISPUTED'], by: 'OPERATOR' },
  RESOLVE_NOT_CLOSED: { from: ['DISPUTED'], by: 'OPERATOR' },
};

export const statusTexts: Readonly<Record<AssignmentStatus, string>> = {
  OFFERED: 'This sale waits for a buyer.',
  ACCEPTED: 'This sale waits for signatures.',
  SIGNED: 'This sale waits for the price.',
  SENT: 'The price is marked as sent.',
  DISPUTED: 'An operator decides about this sale.',
  CLOSED: 'This sale has closed.',
  WITHDRAWN: 'The seller withdrew this sale.',
  DECLINED: 'The buyer declined this sale.',
  EXPIRED: 'This sale has expired.',
  NOT_CLOSED: 'An operator decided that this sale did not close.',
  VOID: 'The loan ended before this sale closed. If the price was sent, the seller owes it back.',
};

const partyNames: Record<SaleRole, string> = {
  SELLER: 'the seller',
  BUYER: 'the buyer',
  BORROWER: 'the borrower',
  OPERATOR: 'an operator who is not a party of the sale or its loan',
  VISITOR: 'another account than the seller’s and the borrower’s',
};

export const hasExpired = ({ status, expiresAt }: Assignment, now: Date): boolean =>
  (untilSent as readonly AssignmentStatus[]).includes(status) && now >= expiresAt;

/** When silence or the calendar changes it; null if neither does. */
export function findStepTime({ status, expiresAt, sent }: Assignment): Date | null {
  if ((untilSent as readonly AssignmentStatus[]).includes(status)) return expiresAt;
  return status === 'SENT' && sent ? addDays(sent.at, loanCalendar.saleAnswerDays) : null;
}

const conflict = (reason: ConflictReason, message: string): DomainError =>
  new DomainError('CONFLICT', message, { reason });

/** Throws FORBIDDEN for another role, CONFLICT with NO_SALE in another status and after its end. */
export function assertStep(
  assignment: Assignment,
  step: RuledAction,
  { role, now }: { role: SaleRole; now: Date },
): void {
  const { from, by } = stepRules[step];
  if (role !== by) throw new DomainError('FORBIDDEN', `Only ${partyNames[by]} can do this.`);
  if (step !== 'WITHDRAW' && step !== 'DECLINE' && hasExpired(assignment, now))
    throw conflict('NO_SALE', statusTexts.EXPIRED);
  if (!from.includes(assignment.status)) throw conflict('NO_SALE', statusTexts[assignment.status]);
}

/** Throws FORBIDDEN unless it is a party's, CONFLICT unless its signature of the deed is missing. */
export function assertSigns(
  assignment: Assignment,
  { role, now }: { role: SaleRole; now: Date },
): SaleParty {
  if (role !== 'SELLER' && role !== 'BUYER')
    throw new DomainError('FORBIDDEN', 'Only the seller and the buyer sign the deed.');
  if (hasExpired(assignment, now)) throw conflict('NO_SALE', statusTexts.EXPIRED);
  if (assignment.signatures.some(({ party }) => party === role))
    throw conflict('ALREADY_SIGNED', 'You have already signed this deed.');
  if (assignment.status !== 'ACCEPTED') throw conflict('NO_SALE', statusTexts[assignment.status]);
  return role;
}

/** The steps that this role can take now, in display order. */
export function listSteps(assignment: Assignment, role: SaleRole, now: Date): SaleAction[] {
  const can = (check: () => unknown): boolean => {
    try {
      check();
      return true;
    } catch {
      return false;
    }
  };
  const steps = (Object.keys(stepRules) as RuledAction[]).filter(
    (step) => stepRules[step].by === role && can(() => assertStep(assignment, step, { role, now })),
  );
  return can(() => assertSigns(assignment, { role, now })) ? ['SIGN', ...steps] : steps;
}
