/** Arranges dated payments in slots that are wide enough to press: those of one slot and direction share a bar. */

import { formatMoney } from '../../format/money.ts';
import { formatShortDay } from '../../format/short-day.ts';
import type { PaymentStripFragment } from './payment-strip.generated.ts';

export type Flow = PaymentStripFragment['flows'][number];

export const stripDays = 90;
const slotDays = 3;
export const slotCount = stripDays / slotDays;
const dayMs = 86_400_000;

export interface FlowBar {
  key: string;
  direction: Flow['direction'];
  slot: number;
  /** Where the first payment is, from 0 (now) to 1 (the end). */
  position: number;
  /** The sum of its payments, relative to the largest bar. */
  share: number;
  /** The periods of grace, as positions. */
  graces: { key: string; from: number; to: number }[];
  /** One line per payment. */
  lines: string[];
  /** The loan, or the list when there are several. */
  to: string;
}

/** A late payment is shown at the left edge, as of today. */
function locate(at: string, now: Date): number {
  const days = (Date.parse(at) - now.getTime()) / dayMs;
  return Math.min(Math.max(days / stripDays, 0), 1);
}

const getSlot = (flow: Flow, now: Date): number =>
  Math.min(Math.floor(locate(flow.at, now) * slotCount), slotCount - 1);

/** "Repay $860.12 on sail.net by Feb 14, in grace until Feb 22". */
export function describeFlow(flow: Flow, now: Date): string {
  const { direction, kind, unicodeName, amount, at, graceEndsAt } = flow;
  const money = formatMoney(amount);
  const day = formatShortDay(at, now);
  const isLate = Date.parse(at) <= now.getTime();
  const grace = isLate && graceEndsAt ? `, in grace until ${formatShortDay(graceEndsAt, now)}` : '';
  if (direction === 'IN') {
    const what = kind === 'REPAYMENT' ? `${money} back` : money;
    return `You get ${what} on ${unicodeName}, due ${day}${grace}`;
  }
  return `${kind === 'REPAYMENT' ? 'Repay' : 'Send'} ${money} on ${unicodeName}, due ${day}${grace}`;
}

/** In the order of time, so that the keyboard walks them from left to right. */
export function arrangeFlows(flows: readonly Flow[], now: Date): FlowBar[] {
  const groups = Map.groupBy(flows, (flow) => `${getSlot(flow, now)} ${flow.direction}`);
  const sums = [...groups.values()].map((group) =>
    group.reduce((all, { amount }) => all + amount, 0),
  );
  const largest = Math.max(...sums);
  return [...groups].flatMap(([key, group], index): FlowBar[] => {
    const [first] = group;
    if (!first) return [];
    return [
      {
        key,
        direction: first.direction,
        slot: getSlot(first, now),
        position: locate(first.at, now),
        share: (sums[index] ?? 0) / largest,
        graces: group.flatMap(({ escrowId, at, graceEndsAt }) => {
          const key = `${escrowId} ${at}`;
          return graceEndsAt ? [{ key, from: locate(at, now), to: locate(graceEndsAt, now) }] : [];
        }),
        lines: group.map((flow) => describeFlow(flow, now)),
        to: group.length === 1 ? `/app/escrow/${first.escrowId}` : chooseList(first),
      },
    ];
  });
}

/** A payment for the loan comes in for a borrower, its repayment for a lender. */
const chooseList = ({ direction, kind }: Flow): string =>
  (direction === 'IN') === (kind === 'FUNDING') ? '/app/borrow' : '/app/lend';
