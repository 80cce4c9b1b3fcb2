/** A loan of twelve payments or one, moved by its parties and the clock, for tests of amendments. */

import assert from 'node:assert/strict';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import type { Escrow, Receipt } from '../escrow/escrow.ts';
import { computeDueCents } from '../escrow/transition/amendment/amendment-terms.ts';
import { decideTransition } from '../escrow/transition/decide-transition.ts';
import { findNextTimedTransition } from '../escrow/transition/escrow-jobs.ts';
import type { TransitionInput } from '../escrow/transition/transitions.ts';
import type { AmendmentDraft } from '../loan/amendment.ts';
import { actors, buildLoan, hash, simple } from './loans.ts';

const receivedAt = new Date('2027-01-31T09:00:00.000Z');
export const yearly: PlanTerms = { ...bulletPlan, kind: 'INSTALMENTS', instalments: 12 };
export const at = (day: string) => new Date(`${day}T12:00:00.000Z`);

export const rate: AmendmentDraft = {
  ...{ kind: 'RATE', feeCents: 0, interest: 'KEEP' },
  terms: { rateBps: 1_100 },
};
export const buildExtension = (
  due: string,
  more: Partial<AmendmentDraft> = {},
): AmendmentDraft => ({
  ...{ kind: 'EXTEND', feeCents: 0, interest: 'KEEP' },
  terms: { due: new Date(due) },
  ...more,
});

/** 10,000 at 12 %: twelve equal payments of 888.08 at the end of each month, or the plan that is given. */
export function newPlanned(plan: Partial<PlanTerms> = {}, termDays = 365): Loan {
  const posted = buildLoan({
    ...{ status: 'LOAN_POSTED', amountCents: 1_000_000, rateBps: 1_200, termDays, ...simple },
    plan: { ...yearly, ...plan },
    contractSha256: hash,
    inCustodyAt: receivedAt,
    sent: { date: null, method: null, reference: null, at: receivedAt },
  });
  return new Loan(posted).by('BORROWER', { transition: 'CONFIRM_RECEIPT' }, receivedAt);
}
/** Due on 1 May. */
export const newSingle = (): Loan => newPlanned(bulletPlan, 90);

export class Loan {
  escrow: Escrow;
  #payments = 0;

  constructor(escrow: Escrow) {
    this.escrow = escrow;
  }

  by(role: 'BORROWER' | 'LENDER' | 'SYSTEM', input: TransitionInput, now: Date): this {
    const paymentId = `p${String(++this.#payments).padStart(3, '0')}`;
    this.escrow = decideTransition(this.escrow, input, { by: actors[role], now, paymentId }).after;
    return this;
  }

  get receipt(): Receipt {
    assert.ok(this.escrow.receipt);
    return this.escrow.receipt;
  }

  /** Runs what becomes due until `now`. */
  pass(now: Date): this {
    for (let count = 0; count < 500; count++) {
      const next = findNextTimedTransition(this.escrow, now);
      if (!next || next.at > now) return this;
      this.by('SYSTEM', { transition: next.transition }, next.at);
    }
    throw new Error('Timed transitions do not end.');
  }

  propose(draft: AmendmentDraft, now: Date): this {
    return this.by('BORROWER', { transition: 'PROPOSE_AMENDMENT', ...draft }, now);
  }

  agree(now: Date): this {
    const { amendment } = this.escrow;
    assert.ok(amendment);
    const dueCents = computeDueCents(this.escrow, amendment, now);
    return this.by('LENDER', { transition: 'AGREE_AMENDMENT', sha256: hash, dueCents }, now);
  }

  sign(now: Date): this {
    const input = { transition: 'SIGN_AMENDMENT', sha256: hash } as const;
    return this.by('BORROWER', input, now).by('LENDER', input, now);
  }

  amend(draft: AmendmentDraft, now: Date): this {
    return this.propose(draft, now).agree(now).sign(now);
  }

  /** `amendment`: the number whose agreed money it is. */
  report(now: Date, amountCents: number, amendment?: number): this {
    const date = now.toISOString().slice(0, 10);
    const reference = `R${this.#payments}`;
    const input = { transition: 'REPORT_PAYMENT', date, method: 'Wire', reference } as const;
    return this.by('BORROWER', { ...input, amountCents, amendment: amendment ?? null }, now);
  }

  confirm(now: Date): this {
    const paymentId = this.escrow.openPayments?.at(-1)?.id ?? '';
    return this.by('LENDER', { transition: 'CONFIRM_PAYMENT', paymentId }, now);
  }
}

export const hasReason = (reason: string) => (error: unknown) =>
  (error as { details?: { reason?: string } }).details?.reason === reason;
