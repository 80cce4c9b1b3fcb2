/** Plans the loans of a crash test: each scenario in turn, in its varieties. */

import type { Plan } from './check-loan-end.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { scenarios } from './scenarios/scenarios.ts';

/** Each variety is followed by its opposite, so that two loans of a scenario differ in every respect. */
const varieties = [0, 7, 1, 6, 2, 5, 3, 4].map((number) => ({
  custodyFirst: (number & 1) === 1,
  kind: (number & 2) === 0 ? (0 as const) : (1 as const),
  lenderSignsFirst: (number & 4) !== 0,
  depositBy: (number & 2) === 0 ? ('stripe-session' as const) : ('nowpayments-session' as const),
}));

/**
 * Plans one loan of each scenario, then a different one of each, and so on; none repeats until all are used. Neighbouring
 * scenarios have different varieties, so that already the first loan of each covers them all.
 */
export function planLoans(loans: number): Plan[] {
  const plansByScenario = spreadScenarios().map(([name, scenario]) =>
    varieties
      .filter(({ custodyFirst }) => (scenario.custodyFirst ?? custodyFirst) === custodyFirst)
      .map((variety) => ({ name, scenario, variety })),
  );
  const all = varieties.flatMap((_, round) =>
    plansByScenario.flatMap((plans, index) =>
      round < plans.length ? (plans[(round + index) % plans.length] ?? []) : [],
    ),
  );
  return Array.from({ length: loans }, (_, number) => all[number % all.length] as Plan);
}

/** Every second scenario, then the others, so that a run of half of them reaches all kinds of ends. */
function spreadScenarios(): [name: string, scenario: Scenario][] {
  const all = Object.entries(scenarios);
  return [
    ...all.filter((_, index) => index % 2 === 0),
    ...all.filter((_, index) => index % 2 === 1),
  ];
}

/** Describes an error with its causes; the last one quotes the product's response. */
export function describeError({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${describeError(cause)}` : message;
}
