/** Lives many loans at once, each on its own way, while something else happens to the world. */

import type { World } from '../world/world.ts';
import { Calendar } from './calendar.ts';
import type { Plan } from './check-loan-end.ts';
import type { LiveLoan } from './loan-driver.ts';
import { newOperator } from './loan-driver.ts';
import { plansFor, whatStood } from './plan-loans.ts';
import { onInternal } from './retry-call.ts';

const atWork = 12;

interface Lived<L> {
  /** By their numbers, each with the way that it was to go. */
  all: { loan: L; plan: Plan }[];
  /** A sentence for each that did not come to its end, by its number. */
  stuck: Map<number, string>;
}

/** Lives them to their ends while `meanwhile` runs, which is told whether any is still open. */
export async function liveAll<L extends LiveLoan>(
  world: World,
  {
    loans,
    make,
  }: { loans: number; make: new (...given: ConstructorParameters<typeof LiveLoan>) => L },
  meanwhile: (busy: () => boolean) => Promise<void>,
): Promise<Lived<L>> {
  onInternal.logged = (requestId) =>
    world.processes
      .flatMap((part) => part.output.split('\n'))
      .filter((line) => line.includes(requestId));
  const operator = await newOperator(world);
  const { now } = await world.outside.clock();
  const calendar = new Calendar(world.outside, new Date(now), atWork);
  const all = plansFor(loans).map((plan, number) => ({
    plan,
    loan: new make(number, plan.variety, { world, calendar, operator }),
  }));
  let open = loans;
  const stuck = new Map<number, string>();
  const running = calendar.run(
    all.map(
      ({ loan, plan }, number) =>
        () =>
          plan.branch
            .live(loan)
            .catch((error) => {
              stuck.set(number, `loan ${number} (${plan.way}): ${whatStood(error)}`);
              console.log(`stuck: ${stuck.get(number)}`);
            })
            .finally(() => open--),
    ),
  );
  await Promise.all([running, meanwhile(() => open > 0)]);
  return { all, stuck };
}
