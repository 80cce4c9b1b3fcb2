/** Reads and writes events in the present schema version and the one before. */

import type { z } from 'zod';
import type { Former } from './event-shapes.ts';
import type { Event, EventData, Subject } from './events.ts';
import { envelope, events } from './events.ts';

/** Version and schema of an event; `former` if its version is above 1. */
export interface Contract {
  version: number;
  shape: z.ZodType;
  former?: Former<z.ZodType> | undefined;
}
export type Contracts = Readonly<Record<string, Contract>>;

/**
 * A message from the bus: an event in the present schema, one of a subject or version that only another release knows,
 * or an invalid message.
 */
export type Reading = { event: Event } | { unknown: string } | { fault: string };

/** Subject and version that a release must know to handle an event. */
export const kindOf = (subject: string, version: number): string => `${subject}@${version}`;

/** The kinds of a subject that this release reads: its version and the former one. */
export function readableKinds(subject: string, contracts: Contracts = events): string[] {
  const { version = 0, former } = contracts[subject] ?? {};
  return former
    ? [kindOf(subject, version), kindOf(subject, version - 1)]
    : [kindOf(subject, version)];
}

/** The first issue and its path, without values: events carry addresses and encrypted strings. */
function describeIssue({ issues: [first] }: z.ZodError): string {
  return `${first?.path.join('.')}: ${first?.message}`;
}

/** Upgrade code that throws would throw again at the next delivery, so the message is invalid. */
function upgraded(former: Former<z.ZodType>, sent: unknown): { data: unknown } | { fault: string } {
  try {
    return { data: former.upgrade(sent) };
  } catch (error) {
    // Only the type, since the message may quote the event.
    const kind = error instanceof Error ? error.name : typeof error;
    return { fault: `upgrading from the former version failed: ${kind}` };
  }
}

/** Reads version N and, if there is one, N−1, which it upgrades to N. */
export function readEvent(raw: unknown, contracts: Contracts = events): Reading {
  const outer = envelope.safeParse(raw);
  if (!outer.success) return { fault: `no event: ${describeIssue(outer.error)}` };
  const { subject, v } = outer.data;
  if (!Object.hasOwn(contracts, subject)) return { unknown: `unknown subject ${subject}` };
  const { version, shape, former } = contracts[subject] as Contract;
  const isFormer = former !== undefined && v === version - 1;
  if (v !== version && !isFormer) return { unknown: `unknown version ${v} of ${subject}` };
  const sent = isFormer ? former.shape.safeParse(outer.data.data) : undefined;
  if (sent && !sent.success) return { fault: `not in shape: ${describeIssue(sent.error)}` };
  const present = sent && former ? upgraded(former, sent.data) : { data: outer.data.data };
  if ('fault' in present) return present;
  const data = shape.safeParse(present.data);
  if (!data.success) return { fault: `not in shape: ${describeIssue(data.error)}` };
  return {
    event: { ...outer.data, subject: subject as Subject, v: version, data: data.data as never },
  };
}

/**
 * The data to publish: in the present version, or in the former one while its contract has a `downgrade`. Throws if
 * the data does not match its schema.
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
