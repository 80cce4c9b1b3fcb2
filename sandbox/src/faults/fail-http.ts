/** A payment provider's HTTP calls, as they go while it has a fault. */

import { setTimeout as pause } from 'node:timers/promises';
import { ControlError } from '../http/control-error.ts';
import type { HttpResponse, Route } from '../http/router.ts';
import type { Party } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { createGarbage } from './garbage.ts';
import { injectFault } from './inject-fault.ts';

/** The same routes, struck by the party's fault. */
export function withFaults(world: SandboxContext, party: Party, routes: readonly Route[]): Route[] {
  return routes.map((route) => ({ ...route, run: (call) => run(call, { world, party, route }) }));
}

async function run(
  call: Parameters<Route['run']>[0],
  { world, party, route }: { world: SandboxContext; party: Party; route: Route },
): Promise<HttpResponse> {
  const struck = injectFault(world, party);
  switch (struck?.kind) {
    case 'slow':
      await pause(struck.delayMs);
      break;
    case 'refuse':
      throw new ControlError(503, 'UNAVAILABLE', 'This provider takes no calls just now.');
    case 'drop':
      if (struck.done) await route.run(call);
      return { status: 0, body: '', hangUp: true };
    case 'nonsense':
      return { status: 200, body: createGarbage(struck.done ? (await route.run(call)).body : '') };
  }
  return route.run(call);
}
