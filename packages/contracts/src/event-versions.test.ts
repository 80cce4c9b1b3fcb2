/** Two releases that run at the same time: each reads the other's events, or recognises that it cannot. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { event } from './event-shapes.ts';
import type { Contracts } from './event-versions.ts';
import { readableKinds, readEvent, writeEvent } from './event-versions.ts';
import { events } from './events.ts';

const subject = 'payments.balance.changed' as const;
const before = z.object({ accountId: z.string(), availableCents: z.number().int() });
const after = z.object({ accountId: z.string(), availableEuros: z.number() });
const upgrade = ({ accountId, availableCents }: z.output<typeof before>) => ({
  accountId,
  availableEuros: availableCents / 100,
});
const downgrade = ({ accountId, availableEuros }: z.output<typeof after>) => ({
  accountId,
  availableCents: availableEuros * 100,
});
const former: Contracts = { [subject]: event(1, before) };
const readersFirst: Contracts = {
  [subject]: event(2, after, { shape: before, upgrade, downgrade }),
};
const writerSecond: Contracts = { [subject]: event(2, after, { shape: before, upgrade }) };
const outer = {
  id: 'e',
  subject,
  aggregateId: 'a',
  aggregateVersion: 1,
  at: '2026-01-02T03:04:05Z',
};
const write = (contracts: Contracts, data: unknown) => ({
  ...outer,
  ...writeEvent(subject, data as never, contracts),
});

test('between any two consecutive releases every event is read in the consumer’s schema', () => {
  const old = { accountId: 'x', availableCents: 250 };
  const present = { accountId: 'x', availableEuros: 2.5 };
  const steps = [
    { contracts: former, logged: old, received: old },
    { contracts: readersFirst, logged: present, received: present },
    { contracts: writerSecond, logged: present, received: present },
  ];
  for (const [place, writer] of steps.entries())
    for (const reader of steps.slice(Math.max(0, place - 1), place + 2)) {
      const read = readEvent(write(writer.contracts, writer.logged), reader.contracts);
      assert.deepEqual('event' in read && read.event.data, reader.received);
      assert.equal('event' in read && read.event.v, reader.contracts[subject]?.version);
    }
});

test('an event two releases ahead, or of an unknown subject, is unknown and not invalid', () => {
  const ahead = write(writerSecond, { accountId: 'x', availableEuros: 2.5 });
  assert.match(JSON.stringify(readEvent(ahead, former)), /unknown version 2/);
  assert.match(JSON.stringify(readEvent({ ...ahead, v: 0 }, writerSecond)), /unknown version 0/);
  const other = { ...ahead, subject: 'toString' };
  assert.match(JSON.stringify(readEvent(other, former)), /unknown subject toString/);
});

test('invalid data of a known version is an error with its path and without values', () => {
  for (const [contracts, data] of [
    [former, { accountId: 'x', availableCents: 'hunter2' }],
    [writerSecond, { accountId: 'x', availableCents: 'hunter2' }],
  ] as const) {
    const read = readEvent({ ...outer, v: 1, data }, contracts);
    assert.match('fault' in read ? read.fault : '', /availableCents/);
    assert.doesNotMatch(JSON.stringify(read), /hunter2/);
  }
  assert.ok('fault' in readEvent({ ...outer, v: 'one' }, former));
  assert.ok('fault' in readEvent(null, former));
});

test('an upgrade that throws makes the event invalid, does not throw, and shows no value', () => {
  const upgrade = ({ accountId }: z.output<typeof before>) => {
    throw new TypeError(`${accountId} has no euros`);
  };
  const contracts: Contracts = { [subject]: event(2, after, { shape: before, upgrade }) };
  const read = readEvent(
    { ...outer, v: 1, data: { accountId: 'hunter2', availableCents: 1 } },
    contracts,
  );
  assert.deepEqual(read, { fault: 'upgrading from the former version failed: TypeError' });
});

test('data that does not match its schema is not written, in either version', () => {
  assert.throws(() => write(former, { accountId: 'x' }), /does not fit its contract/);
  const narrow = {
    ...readersFirst[subject],
    former: { shape: before, upgrade, downgrade: () => ({}) },
  };
  const contracts = { [subject]: narrow } as Contracts;
  assert.throws(
    () => write(contracts, { accountId: 'x', availableEuros: 1 }),
    /does not go back to 1/,
  );
});

test('every contract above version 1 reads the former version', () => {
  for (const [name, { version, former: one }] of Object.entries(events)) {
    assert.equal(version > 1, one !== undefined, `${name} ${version}`);
    assert.deepEqual(readableKinds(name).length, one ? 2 : 1);
  }
  assert.deepEqual(readableKinds(subject, writerSecond), [`${subject}@2`, `${subject}@1`]);
});
