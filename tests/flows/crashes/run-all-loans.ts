/** Runs many loans at once, each through its own scenario, while the caller disturbs the product. */

import type { TestEnvironment } from '../environment/test-environment.ts';
import { Calendar } from './calendar.ts';
import type { Plan } from './check-loan-end.ts';
import type { LoanDriver } from './loan-driver.ts';
import { createOperator } from './loan-driver.ts';
import { describeError, planLoans } from './plan-loans.ts';
import { errorLogs } from './retry-call.ts';

const maxRunning = 12;

interface LoanRuns<L> {
  /** By number, each with the scenario that it was to follow. */
  all: { loan: L; plan: Plan }[];
  /** A description of each loan that did not end, by number. */
  stuck: Map<number, string>;
}

/** Runs all loans to their ends next to `whileRunning`, which receives a check for whether any is still open. */
export async function runAllLoans<L extends LoanDriver>(
  environment: TestEnvironment,
  {
    loans,
    make,
  }: { loans: number; make: new (...options: ConstructorParameters<typeof LoanDriver>) => L },
  whileRunning: (busy: () => boolean) => Promise<void>,
): Promise<LoanRuns<L>> {
  errorLogs.find = (requestId) =>
    environment.processes
      .flatMap((process) => process.output.split('\n'))
      .filter((line) => line.includes(requestId));
  const operator = await createOperator(environment);
  const { now } = await environment.sandbox.readClock();
  const calendar = new Calendar(environment.sandbox, new Date(now), maxRunning);
  const all = planLoans(loans).map((plan, number) => ({
    plan,
    loan: new make(number, plan.variety, { environment, calendar, operator }),
  }));
  let open = loans;
  const stuck = new Map<number, string>();
  const allRuns = calendar.run(
    all.map(
      ({ loan, plan }, number) =>
        () =>
          plan.scenario
            .run(loan)
            .catch((error) => {
              stuck.set(number, `loan ${number} (${plan.name}): ${describeError(error)}`);
              console.log(`stuck: ${stuck.get(number)}`);
            })
            .finally(() => open--),
    ),
  );
  await Promise.all([allRuns, whileRunning(() => open > 0)]);
  return { all, stuck };
}
