/**
 * Faults of the simulated external parties: PUT /settings starts and ends them, and each request asks here
 * whether it fails and how.
 */

import type { Fault, FaultKind, Faults, Party } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { getSettings } from '../settings.ts';

export const parties = [
  'epp',
  'dns',
  'smtp',
  'stripe',
  'nowpayments',
  'rdap',
  'namecom',
  'domainconnect',
] as const satisfies Party[];
export const faultKinds = ['slow', 'refuse', 'drop', 'nonsense'] as const satisfies FaultKind[];

/** A fault as it is requested. Without `share` it affects all requests, without `forSeconds` it lasts until ended. */
export interface FaultInput {
  readonly kind: FaultKind;
  readonly share?: number | undefined;
  readonly forSeconds?: number | undefined;
}

type FaultInputs = Partial<Record<Party, FaultInput | undefined>>;

/** The effect of a fault on one request. */
export interface InjectedFault {
  readonly kind: FaultKind;
  /** Whether the party performs the request before it disconnects or sends an invalid response. */
  readonly done: boolean;
  /** Delay of a slow response. */
  readonly delayMs: number;
}

/** The range of delays, which exceeds the product's timeouts. */
const maxDelayMs = 8000;
const minDelayMs = 500;
const secondMs = 1000;

/** Starts the given faults now and resets the counts of failed requests. */
export function startFaults(context: SandboxContext, inputs: FaultInputs): Faults {
  context.faultCounts.clear();
  const faults = Object.entries(inputs).flatMap(([party, input]) => {
    if (!input) return [];
    const { kind, share = 1, forSeconds } = input;
    const endsAt =
      forSeconds === undefined ? null : new Date(Date.now() + forSeconds * secondMs).toISOString();
    return [[party, { kind, share, endsAt } satisfies Fault]];
  });
  return Object.fromEntries(faults) as Faults;
}

/** The faults that have not expired, in the form in which they are requested. */
export function getActiveFaults(context: SandboxContext): FaultInputs {
  const inputs: FaultInputs = {};
  for (const party of parties) {
    const fault = findFault(context, party);
    if (!fault) continue;
    const { kind, share, endsAt } = fault;
    const leftMs = endsAt === null ? null : Date.parse(endsAt) - Date.now();
    inputs[party] = {
      kind,
      share,
      ...(leftMs !== null && { forSeconds: Math.ceil(leftMs / secondMs) }),
    };
  }
  return inputs;
}

/** Decides at random whether and how this request fails; counts it if it does. */
export function injectFault(context: SandboxContext, party: Party): InjectedFault | null {
  const fault = findFault(context, party);
  if (!fault || Math.random() >= fault.share) return null;
  context.faultCounts.set(party, (context.faultCounts.get(party) ?? 0) + 1);
  const delayMs = minDelayMs + Math.random() * (maxDelayMs - minDelayMs);
  return { kind: fault.kind, done: Math.random() < 0.5, delayMs };
}

function findFault(context: SandboxContext, party: Party): Fault | null {
  const fault = getSettings(context).faults[party];
  if (!fault || (fault.endsAt !== null && Date.parse(fault.endsAt) <= Date.now())) return null;
  return fault;
}
