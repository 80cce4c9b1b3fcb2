/** Random loans with amendments of all kinds, agreed money, waivers and payments, and what holds for each of their days. */

import assert from 'node:assert/strict';
import { DomainError } from '@nameloan/contracts/errors';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import type { PlanKind, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { sumAdvancedCents } from '../escrow/balance/advances.ts';
import { sumPaidCents } from '../escrow/balance/balance.ts';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { Escrow, Receipt } from '../escrow/escrow.ts';
import { computeDueCents } from '../escrow/transition/amendment/amendment-terms.ts';
import { decideTransition } from '../escrow/transition/decide-transition.ts';
import { findNextTimedTransition } from '../escrow/transition/escrow-jobs.ts';
import type { TransitionInput } from '../escrow/transition/transitions.ts';
import type { AmendmentDraft, AmendmentKind } from '../loan/amendment.ts';
import { findPayer } from '../loan/amendment.ts';
import { actors, buildLoan, hash, simple } from './loans.ts';

/** From 0 to `below` - 1. */
type Random = (below: number) => number;
const receivedAt = new Date('2027-01-31T09:00:00.000Z');
const steps = 30;

function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = <T>(random: Random, all: readonly [T, ...T[]]): T => all[random(all.length)] ?? all[0];

const kinds = ['BULLET', 'INTEREST_ONLY', 'INSTALMENTS', 'EQUAL_PRINCIPAL', 'BALLOON'] as const;

function makePlan(random: Random): PlanTerms {
  const kind: PlanKind = pick(random, kinds);
  const instalments = kind === 'BULLET' ? 1 : 2 + random(11);
  return {
    ...bulletPlan,
    ...{ kind, instalments, balloonOf: kind === 'BALLOON' ? instalments + 12 : null },
    early: random(2) ? 'KEEP_AMOUNT' : 'KEEP_DATES',
    ...{ lateFeeBps: random(3) * 250, defaultRateBps: random(3) * 300 },
  };
}

function makeLoan(random: Random): Escrow {
  const isSimple = random(10) > 0;
  const posted = buildLoan({
    ...{ status: 'LOAN_POSTED', contractSha256: hash, inCustodyAt: receivedAt },
    ...{ amountCents: 100_000 + random(5_000_000), rateBps: random(3_600) },
    termDays: 30 + random(365),
    ...(isSimple ? { ...simple, plan: makePlan(random) } : {}),
    sent: { date: null, method: null, reference: null, at: receivedAt },
  });
  const input = { transition: 'CONFIRM_RECEIPT' } as const;
  return decideTransition(posted, input, { by: actors.BORROWER, now: receivedAt }).after;
}

function makeDraft({ dueAt }: Escrow, now: Date, random: Random): AmendmentDraft {
  const last = utcDay(dueAt ?? now) > utcDay(now) ? utcDay(dueAt ?? now) : utcDay(now);
  const terms: Record<AmendmentKind, () => AmendmentDraft['terms']> = {
    EXTEND: () => ({
      due: addDays(last, 1 + random(90)),
      rateBps: random(2) ? random(3_600) : null,
    }),
    RATE: () => ({ rateBps: random(3_600) }),
    PLAN: () => {
      const plan = makePlan(random);
      return plan.kind === 'BULLET'
        ? { plan, due: addDays(utcDay(now), 20 + random(200)) }
        : { plan };
    },
    PRINCIPAL_UP: () => ({ amountCents: 100 + random(1_000_000) }),
    PRINCIPAL_DOWN: () => ({ amountCents: 100 + random(200_000) }),
    WAIVE: () => ({ lateFeesCents: random(5_000), defaultInterestCents: random(5_000) }),
  };
  const kind = pick(random, Object.keys(terms) as [AmendmentKind, ...AmendmentKind[]]);
  const [feeCents, interest] = [random(2) * random(10_000), random(2) ? 'PAY' : 'KEEP'] as const;
  return { kind, terms: terms[kind](), feeCents, interest };
}

/** A loan that both parties and the clock change, with the balance that it had after each day. */
class Path {
  escrow: Escrow;
  readonly receipt: Receipt;
  readonly balances = new Map<number, ReturnType<typeof replayLoan>>();
  /** Kinds of the amendments that became effective, and whether each had money. */
  readonly effective: string[] = [];
  now = receivedAt;
  #payments = 0;

  constructor(escrow: Escrow) {
    this.escrow = escrow;
    assert.ok(escrow.receipt);
    this.receipt = escrow.receipt;
  }

  by(role: 'BORROWER' | 'LENDER' | 'SYSTEM', input: TransitionInput): void {
    const paymentId = `p${String(++this.#payments).padStart(4, '0')}`;
    const context = { by: actors[role], now: this.now, paymentId };
    this.escrow = decideTransition(this.escrow, input, context).after;
  }

  balance(day = this.now) {
    return replayLoan(this.escrow, this.receipt, { day });
  }

  /** Runs what becomes due. Without a payment, a waiver or an amendment the payoff of no day is lower than the one before. */
  pass(days: number): void {
    const to = addDays(this.now, days);
    for (let count = 0; count < 200; count++) {
      const next = findNextTimedTransition(this.escrow, to);
      if (!next || next.at > to) break;
      this.now = next.at > this.now ? next.at : this.now;
      this.by('SYSTEM', { transition: next.transition });
    }
    for (let day = 1; day <= days; day++) {
      const [before, after] = [day - 1, day].map((at) => this.balance(addDays(to, at - days)));
      assert.ok((after?.payoffCents ?? 0) >= (before?.payoffCents ?? 0), 'the payoff fell');
    }
    this.now = to;
  }

  report(role: 'BORROWER' | 'LENDER', amountCents: number, amendment: number | null): void {
    const reference = `R${this.#payments}`;
    const date = formatCalendarDay(this.now);
    const details = { date, method: 'Wire', reference, amountCents, amendment };
    this.by(role, { transition: 'REPORT_PAYMENT', ...details });
    const { amendment: live, openPayments } = this.escrow;
    const paymentId = live?.sent?.paymentId ?? openPayments?.at(-1)?.id ?? '';
    const payee = role === 'LENDER' ? 'BORROWER' : 'LENDER';
    this.by(payee, { transition: 'CONFIRM_PAYMENT', paymentId });
  }

  /** Proposed, agreed, signed and paid, with days before the payment; a rejected one changes nothing. */
  amend(random: Random): void {
    const draft = makeDraft(this.escrow, this.now, random);
    const { escrow, now } = this;
    try {
      this.by('BORROWER', { transition: 'PROPOSE_AMENDMENT', ...draft });
      const dueCents = computeDueCents(this.escrow, draft, this.now);
      this.by('LENDER', { transition: 'AGREE_AMENDMENT', sha256: hash, dueCents });
      this.by('BORROWER', { transition: 'SIGN_AMENDMENT', sha256: hash });
      const unpaid = this.balance();
      this.by('LENDER', { transition: 'SIGN_AMENDMENT', sha256: hash });
      const before = dueCents > 0 ? this.#pay(draft, dueCents, random) : unpaid;
      this.#checkAmended(draft, before, dueCents);
      this.effective.push(`${draft.kind}${dueCents > 0 ? ' with money' : ''}`);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.escrow = escrow;
      this.now = now;
    }
  }

  #pay(draft: AmendmentDraft, dueCents: number, random: Random): ReturnType<typeof replayLoan> {
    this.pass(random(3));
    const before = this.balance();
    this.report(findPayer(draft), dueCents, this.escrow.lastAmendment ?? null);
    return before;
  }

  /** On its day an amendment changes the payoff by its fee, its waiver and its money alone. */
  #checkAmended(
    draft: AmendmentDraft,
    before: ReturnType<typeof replayLoan>,
    dueCents: number,
  ): void {
    const after = this.balance();
    assert.equal(this.escrow.amendment, null);
    if (draft.kind === 'WAIVE') {
      assert.ok(after.payoffCents <= before.payoffCents + draft.feeCents);
      return;
    }
    const money = findPayer(draft) === 'LENDER' ? dueCents : -dueCents;
    const expected = before.payoffCents - before.creditCents + draft.feeCents + money;
    assert.equal(after.payoffCents - after.creditCents, expected, draft.kind);
  }

  /** All that was received is repaid or left, and what was paid is allocated or credit. */
  check(): void {
    const { applied, principalCents, creditCents } = this.balance();
    this.balances.set(utcDay(this.now).getTime(), this.balance());
    const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
    const paid = sum((this.escrow.countedPayments ?? []).map(({ amountCents }) => amountCents));
    assert.equal(sumPaidCents(this.escrow, this.receipt, this.now) + creditCents, paid);
    assert.equal(sum(applied.map(({ cents }) => cents)), paid);
    if (this.escrow.accrual !== 'SIMPLE_365') return;
    const repaid = sum(applied.map((one) => one.principalCents));
    assert.equal(repaid + principalCents, sumAdvancedCents(this.escrow, this.now));
  }

  /** The record at the end has the balance of each day that was computed on that day. */
  compareDays(): void {
    for (const [day, { applied, ...balance }] of this.balances) {
      const { applied: replayed, ...later } = this.balance(new Date(day));
      assert.deepEqual(later, balance);
      assert.deepEqual(replayed, applied);
    }
  }

  /** Payments of a day in another order, by their ids and in the record, have the same balance. */
  shuffle(random: Random): void {
    const counted = this.escrow.countedPayments ?? [];
    const ids = counted.map(({ id, amendment }) =>
      amendment ? id : `q${random(1_000_000)}-${id}`,
    );
    const renamed = counted
      .map((payment, index) => ({ ...payment, id: ids[index] ?? payment.id }))
      .sort(() => random(3) - 1);
    const shuffled = { ...this.escrow, countedPayments: renamed };
    const { applied: _, rows: __, ...before } = this.balance();
    const {
      applied: ___,
      rows: ____,
      ...after
    } = replayLoan(shuffled, this.receipt, {
      day: this.now,
    });
    assert.deepEqual(after, before);
  }
}

/** Kinds of amendments that became effective on the paths, each with and without money. */
export function checkAmendedLoans(count: number, seed: number): Set<string> {
  const random = createRandom(seed);
  const effective = new Set<string>();
  for (let number = 0; number < count; number++) {
    const path = new Path(makeLoan(random));
    for (let step = 0; step < steps && path.escrow.status === 'LOAN_POSTED'; step++) {
      path.pass(random(3) === 0 ? 0 : random(20));
      const { payoffCents } = path.balance();
      if (random(2) && payoffCents > 1_000)
        path.report('BORROWER', 100 + random(Math.floor(payoffCents / 3)), null);
      else if (payoffCents > 0) path.amend(random);
      path.check();
    }
    path.compareDays();
    path.shuffle(random);
    for (const one of path.effective) effective.add(one);
  }
  return effective;
}
