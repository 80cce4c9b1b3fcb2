/** Two releases side by side: each reads what the other writes, or knows that it cannot. */

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

test('between any two releases that follow each other every fact is read in the reader’s own shape', () => {
  const old = { accountId: 'x', availableCents: 250 };
  const present = { accountId: 'x', availableEuros: 2.5 };
  const steps = [
    { contracts: former, said: old, heard: old },
    { contracts: readersFirst, said: present, heard: present },
    { contracts: writerSecond, said: present, heard: present },
  ];
  for (const [place, writer] of steps.entries())
    for (const reader of steps.slice(Math.max(0, place - 1), place + 2)) {
      const read = readEvent(write(writer.contracts, writer.said), reader.contracts);
      assert.deepEqual('event' in read && read.event.data, reader.heard);
      assert.equal('event' in read && read.event.v, reader.contracts[subject]?.version);
    }
});

test('a fact two releases ahead, or of a subject not heard of, is unknown and not at fault', () => {
  const ahead = write(writerSecond, { accountId: 'x', availableEuros: 2.5 });
  assert.match(JSON.stringify(readEvent(ahead, former)), /unknown version 2/);
  assert.match(JSON.stringify(readEvent({ ...ahead, v: 0 }, writerSecond)), /unknown version 0/);
  const other = { ...ahead, subject: 'toString' };
  assert.match(JSON.stringify(readEvent(other, former)), /unknown subject toString/);
});

test('a wrong shape of a version that is known is a fault that names the place and shows no value', () => {
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

test('a way up that throws is a fault, not an error of whoever reads, and shows no value', () => {
  const upgrade = ({ accountId }: z.output<typeof before>) => {
    throw new TypeError(`${accountId} has no euros`);
  };
  const contracts: Contracts = { [subject]: event(2, after, { shape: before, upgrade }) };
  const read = readEvent(
    { ...outer, v: 1, data: { accountId: 'hunter2', availableCents: 1 } },
    contracts,
  );
  assert.deepEqual(read, { fault: 'no way up from the version before: TypeError' });
});

test('what does not fit its contract is not written, in either version', () => {
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

test('every contract above its first version reads the one before', () => {
  for (const [name, { version, former: one }] of Object.entries(events)) {
    assert.equal(version > 1, one !== undefined, `${name} ${version}`);
    assert.deepEqual(readableKinds(name).length, one ? 2 : 1);
  }
  assert.deepEqual(readableKinds(subject, writerSecond), [`${subject}@2`, `${subject}@1`]);
});
