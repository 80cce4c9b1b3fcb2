/** Applies an injected fault to the HTTP routes of a simulated party. */

import { setTimeout as pause } from 'node:timers/promises';
import { ControlError } from '../http/control-error.ts';
import type { HttpResponse, Route } from '../http/router.ts';
import type { Party } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { createGarbage } from './garbage.ts';
import { injectFault } from './inject-fault.ts';

/** What RDAP servers send to clients that ask too often (RFC 7480 section 5.5). */
const tooManyRequests: HttpResponse = {
  status: 429,
  type: 'application/rdap+json',
  headers: { 'retry-after': '2' },
  body: JSON.stringify({ errorCode: 429, title: 'Too many requests' }),
};

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

/** What name.com sends above its limits. */
const tooFast = (): HttpResponse => ({
  status: 429,
  headers: { 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 1) },
  body: JSON.stringify({ message: 'Too Many Requests' }),
});

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
      if (party === 'rdap' && fault.done) return tooManyRequests;
      if (party === 'namecom' && fault.done) return tooFast();
      throw new ControlError(503, 'UNAVAILABLE', 'This provider is unavailable.');
    case 'drop':
      if (fault.done) await route.run(call);
      return { status: 0, body: '', hangUp: true };
    case 'nonsense':
      return { status: 200, body: createGarbage(fault.done ? (await route.run(call)).body : '') };
  }
  return route.run(call);
}
