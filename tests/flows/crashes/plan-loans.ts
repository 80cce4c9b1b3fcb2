/** Which loans are lived while things die: each branch in turn, in each of its varieties. */

import type { Plan } from './check-loan-end.ts';
import { branches } from './scenarios/scenarios.ts';

/** So many of them; no two are the same until all have had their turn. */
export function plansFor(loans: number): Plan[] {
  const varieties = Array.from({ length: 8 }, (_, number) => ({
    custodyFirst: (number & 1) === 1,
    kind: (number & 2) === 0 ? (0 as const) : (1 as const),
    lenderSignsFirst: (number & 4) !== 0,
    depositBy: (number & 2) === 0 ? ('stripe-session' as const) : ('nowpayments-session' as const),
  }));
  const all = varieties.flatMap((variety) =>
    Object.entries(branches).map(([way, branch]) => ({ way, branch, variety })),
  );
  const possible = all.filter(
    ({ branch, variety }) => (branch.custodyFirst ?? variety.custodyFirst) === variety.custodyFirst,
  );
  return Array.from({ length: loans }, (_, number) => possible[number % possible.length] as Plan);
}

/** An error with what stood behind it, the last of which tells what the product said. */
export function whatStood({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${whatStood(cause)}` : message;
}
