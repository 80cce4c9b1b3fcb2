/**
 * Outside parties that do not do their part: which of them, since PUT /settings said so, and how one request
 * fares with such a party.
 */

import type { Fault, FaultKind, Faults, Party } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { getSettings } from '../settings.ts';

export const parties = ['epp', 'dns', 'smtp', 'stripe', 'nowpayments'] as const satisfies Party[];
export const faultKinds = ['slow', 'refuse', 'drop', 'nonsense'] as const satisfies FaultKind[];

/** A fault as it is put: no `share` is all requests, no `forSeconds` is until somebody ends it. */
export interface FaultInput {
  readonly kind: FaultKind;
  readonly share?: number | undefined;
  readonly forSeconds?: number | undefined;
}

type FaultInputs = Partial<Record<Party, FaultInput | undefined>>;

/** What befalls one request. */
export interface InjectedFault {
  readonly kind: FaultKind;
  /** Whether the party does what it was asked before it hangs up or talks nonsense: the treacherous half. */
  readonly done: boolean;
  /** How late a slow answer comes, in milliseconds. */
  readonly delayMs: number;
}

/** From merely late to later than the product waits. */
const maxDelayMs = 8000;
const minDelayMs = 500;
const secondMs = 1000;

/** The wished faults, beginning now; what they strike is counted anew. */
export function startFaults(world: SandboxContext, wishes: FaultInputs): Faults {
  world.faultCounts.clear();
  const faults = Object.entries(wishes).flatMap(([party, wish]) => {
    if (!wish) return [];
    const { kind, share = 1, forSeconds } = wish;
    const endsAt =
      forSeconds === undefined ? null : new Date(Date.now() + forSeconds * secondMs).toISOString();
    return [[party, { kind, share, endsAt } satisfies Fault]];
  });
  return Object.fromEntries(faults) as Faults;
}

/** The faults that have not ended by themselves, as they would be put now. */
export function getActiveFaults(world: SandboxContext): FaultInputs {
  const wishes: FaultInputs = {};
  for (const party of parties) {
    const fault = findFault(world, party);
    if (!fault) continue;
    const { kind, share, endsAt } = fault;
    const leftMs = endsAt === null ? null : Date.parse(endsAt) - Date.now();
    wishes[party] = {
      kind,
      share,
      ...(leftMs !== null && { forSeconds: Math.ceil(leftMs / secondMs) }),
    };
  }
  return wishes;
}

/** Whether and how this request of the party goes wrong. Each is drawn for itself. */
export function injectFault(world: SandboxContext, party: Party): InjectedFault | null {
  const fault = findFault(world, party);
  if (!fault || Math.random() >= fault.share) return null;
  world.faultCounts.set(party, (world.faultCounts.get(party) ?? 0) + 1);
  const delayMs = minDelayMs + Math.random() * (maxDelayMs - minDelayMs);
  return { kind: fault.kind, done: Math.random() < 0.5, delayMs };
}

function findFault(world: SandboxContext, party: Party): Fault | null {
  const fault = getSettings(world).faults[party];
  if (!fault || (fault.endsAt !== null && Date.parse(fault.endsAt) <= Date.now())) return null;
  return fault;
}
