/** Random loans with payments and fees, from a seed, so that a failure can be repeated. */

import type { BalancePayment, LoanRecord, TermsVersion } from '../balance-terms.ts';
import { addDays } from '../calendar-day.ts';
import type { PlanTerms } from '../plan-terms.ts';
import { bulletPlan, planKinds, planPeriods } from '../plan-terms.ts';

export interface RandomLoan {
  loan: LoanRecord & { payments: BalancePayment[] };
  /** The last day on which something happens, in days from the start. */
  lastDay: number;
  /** Of a day until then. */
  drawDay: () => number;
}

/** Draws a whole number from 0 to `max`. */
type Draw = (max: number) => number;

export function* drawLoans(seed: number, count: number): Generator<RandomLoan> {
  let state = seed;
  const draw: Draw = (max) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * (max + 1));
  };
  for (let round = 0; round < count; round += 1) yield drawLoan(draw);
}

function drawLoan(draw: Draw): RandomLoan {
  const amountCents = 10_000 + draw(10 ** (3 + draw(5)));
  const start = addDays(new Date('2024-01-01'), draw(1_500));
  const plan = drawPlan(draw, amountCents);
  const lastDay = 30 + draw(500);
  const drawDay = () => draw(lastDay);
  const payments = Array.from({ length: draw(8) }, (_, index) => ({
    id: String(index),
    day: addDays(start, drawDay()),
    cents: 1 + draw(draw(3) === 0 ? amountCents : Math.floor(amountCents / 8)),
    afterTerms: draw(3) === 0,
  }));
  const fees = Array.from({ length: draw(2) }, () => ({
    day: addDays(start, drawDay()),
    cents: 1 + draw(5_000),
  }));
  const version = { from: start, rateBps: draw(4_000), plan, termDays: 1 + draw(400) };
  const advances =
    draw(5) === 0 ? [{ day: addDays(start, drawDay()), cents: 1 + draw(amountCents) }] : [];
  const accelerations = draw(5) === 0 ? [{ day: addDays(start, drawDay()) }] : [];
  const changes = draw(2) === 0 ? [drawChange(draw, version, drawDay)] : [];
  return {
    loan: {
      ...{ amountCents, start, accrual: 'SIMPLE_365', versions: [version, ...changes] },
      ...{ payments, fees, advances, accelerations },
    },
    lastDay,
    drawDay,
  };
}

/** Another rate, and a later end; the due days count from the start, or from that day. */
function drawChange(draw: Draw, version: TermsVersion, drawDay: () => number): TermsVersion {
  const from = addDays(version.from, Math.max(1, drawDay()));
  const { plan, termDays = 0 } = version;
  return {
    ...{ from, rateBps: draw(4_000), termDays: termDays + draw(200) },
    plan: { ...plan, instalments: plan.instalments + draw(5) },
    ...(draw(1) === 0 ? { datesFrom: version.from } : {}),
  };
}

function drawPlan(draw: Draw, amountCents: number): PlanTerms {
  const kind = planKinds[draw(planKinds.length - 1)] ?? 'BULLET';
  const instalments = 1 + draw(14);
  const rows = Array.from({ length: instalments }, (_, index) => ({
    day: (index + 1) * 20 + draw(9),
    cents: index < instalments - 1 ? Math.ceil(amountCents / (instalments + 1)) : null,
  }));
  return {
    ...bulletPlan,
    kind,
    period: planPeriods[draw(planPeriods.length - 1)] ?? 'MONTH',
    instalments,
    balloonOf: instalments + 1 + draw(24),
    rows,
    early: draw(1) === 0 ? 'KEEP_AMOUNT' : 'KEEP_DATES',
    lateFeeBps: draw(1) * draw(500),
    lateFeeCapCents: draw(1) === 0 ? null : draw(5_000),
    defaultRateBps: draw(1) * draw(800),
  };
}
