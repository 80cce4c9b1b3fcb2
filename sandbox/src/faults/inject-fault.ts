/**
 * Outside parties that do not do their part: which of them, since PUT /settings said so, and how one request
 * fares with such a party.
 */

import type { Fault, FaultKind, Faults, Party } from '../records.ts';
import type { World } from '../sandbox-context.ts';
import { settingsOf } from '../settings.ts';

export const parties = ['epp', 'dns', 'smtp', 'stripe', 'nowpayments'] as const satisfies Party[];
export const faultKinds = ['slow', 'refuse', 'drop', 'nonsense'] as const satisfies FaultKind[];

/** A fault as it is put: no `share` is all requests, no `forSeconds` is until somebody ends it. */
export interface FaultWish {
  readonly kind: FaultKind;
  readonly share?: number | undefined;
  readonly forSeconds?: number | undefined;
}

type Wishes = Partial<Record<Party, FaultWish | undefined>>;

/** What befalls one request. */
export interface Strike {
  readonly kind: FaultKind;
  /** Whether the party does what it was asked before it hangs up or talks nonsense: the treacherous half. */
  readonly done: boolean;
  /** How late a slow answer comes, in milliseconds. */
  readonly delayMs: number;
}

/** From merely late to later than the product waits. */
const slowest = 8000;
const quickest = 500;
const secondMs = 1000;

/** The wished faults, beginning now; what they strike is counted anew. */
export function begin(world: World, wishes: Wishes): Faults {
  world.struck.clear();
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
export function remaining(world: World): Wishes {
  const wishes: Wishes = {};
  for (const party of parties) {
    const fault = faultOf(world, party);
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
export function strike(world: World, party: Party): Strike | null {
  const fault = faultOf(world, party);
  if (!fault || Math.random() >= fault.share) return null;
  world.struck.set(party, (world.struck.get(party) ?? 0) + 1);
  const delayMs = quickest + Math.random() * (slowest - quickest);
  return { kind: fault.kind, done: Math.random() < 0.5, delayMs };
}

function faultOf(world: World, party: Party): Fault | null {
  const fault = settingsOf(world).faults[party];
  if (!fault || (fault.endsAt !== null && Date.parse(fault.endsAt) <= Date.now())) return null;
  return fault;
}
