/** Facts of two versions at once: what a reader of today makes of one, and in which version one is written. */

import type { z } from 'zod';
import type { Former } from './event-shapes.ts';
import type { Event, EventData, Subject } from './events.ts';
import { envelope, events } from './events.ts';

/** What is agreed of one fact; `former` where its version is above 1. */
export interface Contract {
  version: number;
  shape: z.ZodType;
  former?: Former<z.ZodType> | undefined;
}
export type Contracts = Readonly<Record<string, Contract>>;

/**
 * What came over the bus: a fact in the shape of today, one of a subject or version that another release knows,
 * or what no release would take.
 */
export type Reading = { event: Event } | { unknown: string } | { fault: string };

/** Name of what a reader must know to take a fact. */
export const kindOf = (subject: string, version: number): string => `${subject}@${version}`;

/** The kinds of a subject that this release reads: its version and the one before. */
export function readableKinds(subject: string, contracts: Contracts = events): string[] {
  const { version = 0, former } = contracts[subject] ?? {};
  return former
    ? [kindOf(subject, version), kindOf(subject, version - 1)]
    : [kindOf(subject, version)];
}

/** The first thing that is wrong, and where; never a value: facts carry addresses and sealed texts. */
function inWords({ issues: [first] }: z.ZodError): string {
  return `${first?.path.join('.')}: ${first?.message}`;
}

/** A release's own code; one that throws is no better at the next delivery. */
function upgraded(former: Former<z.ZodType>, sent: unknown): { data: unknown } | { fault: string } {
  try {
    return { data: former.upgrade(sent) };
  } catch (error) {
    // By its kind alone: what it says may quote the fact.
    const kind = error instanceof Error ? error.name : typeof error;
    return { fault: `no way up from the version before: ${kind}` };
  }
}

/** Reads version N and, where there is one, N−1, which comes out in the shape of N. */
export function readEvent(raw: unknown, contracts: Contracts = events): Reading {
  const outer = envelope.safeParse(raw);
  if (!outer.success) return { fault: `no event: ${inWords(outer.error)}` };
  const { subject, v } = outer.data;
  if (!Object.hasOwn(contracts, subject)) return { unknown: `unknown subject ${subject}` };
  const { version, shape, former } = contracts[subject] as Contract;
  const isFormer = former !== undefined && v === version - 1;
  if (v !== version && !isFormer) return { unknown: `unknown version ${v} of ${subject}` };
  const sent = isFormer ? former.shape.safeParse(outer.data.data) : undefined;
  if (sent && !sent.success) return { fault: `not in shape: ${inWords(sent.error)}` };
  const present = sent && former ? upgraded(former, sent.data) : { data: outer.data.data };
  if ('fault' in present) return present;
  const data = shape.safeParse(present.data);
  if (!data.success) return { fault: `not in shape: ${inWords(data.error)}` };
  return {
    event: { ...outer.data, subject: subject as Subject, v: version, data: data.data as never },
  };
}

/**
 * A fact as it is sent: in its version, or in the one before for as long as its contract says how to go back.
 * Throws where it does not fit its contract.
 */
export function writeEvent<S extends Subject>(
  subject: S,
  data: EventData<S>,
  contracts: Contracts = events,
): { v: number; data: unknown } {
  const { version, shape, former } = contracts[subject] as Contract;
  const checked = shape.safeParse(data);
  if (!checked.success) throw new Error(`${subject} does not fit its contract: ${checked.error}`);
  if (!former?.downgrade) return { v: version, data };
  const older = former.shape.safeParse(former.downgrade(checked.data));
  if (!older.success)
    throw new Error(`${subject} does not go back to ${version - 1}: ${older.error}`);
  return { v: version - 1, data: older.data };
}
