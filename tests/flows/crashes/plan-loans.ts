/** Plans the loans of a crash test: each scenario in turn, in each of its varieties. */

import type { Plan } from './check-loan-end.ts';
import { scenarios } from './scenarios/scenarios.ts';

/** Plans this many loans; none repeats until every combination was used. */
export function planLoans(loans: number): Plan[] {
  const varieties = Array.from({ length: 8 }, (_, number) => ({
    custodyFirst: (number & 1) === 1,
    kind: (number & 2) === 0 ? (0 as const) : (1 as const),
    lenderSignsFirst: (number & 4) !== 0,
    depositBy: (number & 2) === 0 ? ('stripe-session' as const) : ('nowpayments-session' as const),
  }));
  const all = varieties.flatMap((variety) =>
    Object.entries(scenarios).map(([name, scenario]) => ({ name, scenario, variety })),
  );
  const possible = all.filter(
    ({ scenario, variety }) =>
      (scenario.custodyFirst ?? variety.custodyFirst) === variety.custodyFirst,
  );
  return Array.from({ length: loans }, (_, number) => possible[number % possible.length] as Plan);
}

/** Describes an error with its causes; the last one quotes the product's response. */
export function describeError({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${describeError(cause)}` : message;
}
