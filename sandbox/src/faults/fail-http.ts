/** Applies an injected fault to a payment provider's HTTP routes. */

import { setTimeout as pause } from 'node:timers/promises';
import { ControlError } from '../http/control-error.ts';
import type { HttpResponse, Route } from '../http/router.ts';
import type { Party } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { createGarbage } from './garbage.ts';
import { injectFault } from './inject-fault.ts';

/** Wraps the routes so that they fail while the party has a fault. */
export function withFaults(
  context: SandboxContext,
  party: Party,
  routes: readonly Route[],
): Route[] {
  return routes.map((route) => ({
    ...route,
    run: (call) => runWithFault(call, { context, party, route }),
  }));
}

async function runWithFault(
  call: Parameters<Route['run']>[0],
  { context, party, route }: { context: SandboxContext; party: Party; route: Route },
): Promise<HttpResponse> {
  const fault = injectFault(context, party);
  switch (fault?.kind) {
    case 'slow':
      await pause(fault.delayMs);
      break;
    case 'refuse':
      throw new ControlError(503, 'UNAVAILABLE', 'This provider is unavailable.');
    case 'drop':
      if (fault.done) await route.run(call);
      return { status: 0, body: '', hangUp: true };
    case 'nonsense':
      return { status: 200, body: createGarbage(fault.done ? (await route.run(call)).body : '') };
  }
  return route.run(call);
}
