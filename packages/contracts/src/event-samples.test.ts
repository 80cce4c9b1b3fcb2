/** Events of every schema that was ever published are still read with the same meaning. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { committedSamples, missingSamples, samplesOf, unreadable } from './event-samples.ts';
import { events } from './events.ts';

test('every committed sample of every event is still read as it was written', () => {
  const samples = committedSamples();
  assert.ok(samples.size >= Object.keys(events).length);
  const errors = [...samples].flatMap(([file, those]) => unreadable(file, those, events));
  assert.deepEqual(errors, []);
});

test('every present event, field and value has a sample', () => {
  assert.deepEqual([...missingSamples().keys()], [], 'run npm run supergraph');
});

const shape = z.object({
  id: z.string(),
  cents: z.number().int(),
  kind: z.enum(['A', 'B']),
  note: z.string().nullable(),
});
const samples = samplesOf(z.toJSONSchema(shape) as Parameters<typeof samplesOf>[0]);
const read = (changed: z.ZodObject, version = 1) =>
  unreadable('a.b.c.v1.jsonl', samples, { 'a.b.c': { version, shape: changed } });

test('there is a sample of every value that a field may have', () => {
  assert.deepEqual(samples, [
    { id: 'text', cents: 1, kind: 'A', note: 'text' },
    { id: 'text', cents: 1, kind: 'B', note: 'text' },
    { id: 'text', cents: 1, kind: 'A', note: null },
  ]);
});

test('a change that breaks old events is reported; a compatible one is not', () => {
  assert.deepEqual(read(shape), []);
  const fitting = {
    'a field with a default for old events': shape.extend({
      at: z.string().nullable().default(null),
    }),
    'a field that is no longer read': shape.omit({ note: true }),
    'one value more': shape.extend({ kind: z.enum(['A', 'B', 'C']) }),
  };
  for (const [what, changed] of Object.entries(fitting)) assert.deepEqual(read(changed), [], what);
  const breaking: [string, z.ZodObject, RegExp][] = [
    ['a required field that old events lack', shape.extend({ at: z.string() }), /: at: /],
    ['a value less', shape.extend({ kind: z.enum(['A']) }), /: kind: /],
    ['null no more', shape.extend({ note: z.string() }), /: note: /],
    ['another type', shape.extend({ cents: z.string() }), /: cents: /],
    ['another meaning', shape.extend({ cents: z.number().transform((one) => one * 100) }), /cents/],
  ];
  for (const [what, changed, named] of breaking) assert.match(read(changed).join(), named, what);
  assert.match(read(shape, 2).join(), /this version is no longer read/);
});
