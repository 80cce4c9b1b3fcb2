/** Exports the number of disputes whose decision is overdue as a metric, for an alert. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { exposeMetric } from '@nameloan/persistence/gauges';
import { now } from '@nameloan/runtime/clock';
import { serviceContext } from '../../service-context.ts';
import { escrows } from '../escrow.model.ts';

/** In business time, like the deadline that both parties see. */
function countOverdueDecisions(): Promise<number> {
  const before = addDays(now(), -loanCalendar.decisionDays);
  return escrows.count({ status: 'ESCALATED', 'escalation.at': { $lt: before } });
}

/** Called once, when the service is defined: a process has one registry of metrics. */
export function exposeOverdueDecisions(): void {
  exposeMetric(
    {
      name: 'nameloan_overdue_decisions',
      help: 'Disputes that an operator has not decided in time',
      read: async (_, set) => set(await countOverdueDecisions()),
    },
    serviceContext.store,
  );
}
