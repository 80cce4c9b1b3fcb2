/** Plans the stored operations of the REST calls ahead, so that the first callers do not wait for the planner. */

import { setImmediate as turn } from 'node:timers/promises';
import type { Caller } from '../auth/caller.ts';
import type { Execute } from '../graphql/execute.ts';
import { placeholderValue } from '../graphql/placeholder-variables.ts';
import type { Call } from './load-calls.ts';

/** Plans one operation per turn of the event loop, so that requests run in between. Stops when `going` is false. */
export async function planStoredOperations(
  calls: readonly Call[],
  { execute, actor, going }: { execute: Execute; actor: Caller; going(): boolean },
): Promise<void> {
  for (const call of calls) {
    const fields = [...call.pathFields, ...call.queryFields, ...call.bodyFields];
    const variables = Object.fromEntries(
      fields.map((one) => [one.name, placeholderValue(one.type)]),
    );
    for (const { document } of call.operations.values()) {
      await turn();
      if (!going()) return;
      await execute({ document, variables, actor, planOnly: true });
    }
  }
}
