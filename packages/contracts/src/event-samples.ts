/**
 * Samples of every event schema that was ever published, committed in `samples/`, one per line. Lines are added when a
 * schema grows and never removed: consumers must still accept what an older service has sent.
 */

import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Contracts } from './event-versions.ts';
import { readEvent } from './event-versions.ts';
import { events } from './events.ts';

const sampleFolder = join(import.meta.dirname, '..', 'samples');

type Data = Record<string, unknown>;

/** The subset of JSON Schema that event schemas use. */
export interface Schema {
  type?: string | readonly string[];
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  minimum?: number;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
}

const aMoment = '2026-01-02T03:04:05.000Z';

/** Every value that a consumer may distinguish, the usual one first. */
function valuesOf(schema: Schema): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap(valuesOf);
  if (schema.enum) return [...schema.enum];
  if ('const' in schema) return [schema.const];
  const { type } = schema;
  if (Array.isArray(type)) return type.flatMap((one) => valuesOf({ ...schema, type: one }));
  switch (type) {
    case 'object':
      return samplesOf(schema);
    case 'array':
      return [schema.items ? [valuesOf(schema.items)[0]] : [], []];
    case 'integer':
      return [Math.max(1, schema.minimum ?? 1)];
    case 'boolean':
      return [true, false];
    case 'null':
      return [null];
    default:
      return [schema.format === 'date-time' ? aMoment : 'text'];
  }
}

/** One sample with usual values, and one for each other value of each field. */
export function samplesOf({ properties = {} }: Schema): Data[] {
  const values = Object.entries(properties).map(([name, one]) => [name, valuesOf(one)] as const);
  const usual = Object.fromEntries(values.map(([name, [first]]) => [name, first]));
  const others = values.flatMap(([name, [, ...rest]]) =>
    rest.map((value) => ({ ...usual, [name]: value })),
  );
  return [usual, ...others];
}

/** Samples with a field or value that no known sample has. */
function newAmong(samples: readonly Data[], known: readonly Data[]): Data[] {
  const fresh: Data[] = [];
  for (const sample of samples) {
    const all = [...known, ...fresh];
    const shown = Object.entries(sample).every(([name, value]) =>
      all.some((one) => isDeepStrictEqual(one[name], value)),
    );
    if (!shown) fresh.push(sample);
  }
  return fresh;
}

/** One sentence for each committed sample that the present schemas do not read unchanged. */
export function unreadable(file: string, samples: readonly Data[], contracts: Contracts): string[] {
  const [, subject = '', version] = /^(.+)\.v(\d+)\.jsonl$/.exec(file) ?? [];
  const upgraded = contracts[subject]?.version !== Number(version);
  return samples.flatMap((data) => {
    const about = { id: 'e', subject, v: Number(version), aggregateId: 'a', aggregateVersion: 1 };
    const read = readEvent({ ...about, at: aMoment, data }, contracts);
    if ('unknown' in read) return [`${file}: this version is no longer read`];
    if ('fault' in read) return [`${file}: ${read.fault} in ${JSON.stringify(data)}`];
    // An upgrade may express data differently.
    if (upgraded) return [];
    const observed: Data = read.event.data;
    const other = Object.keys(data).filter(
      (name) => name in observed && !isDeepStrictEqual(observed[name], data[name]),
    );
    return other.map((name) => `${file}: ${name} is read as something else`);
  });
}

/** File name → committed samples. */
export function committedSamples(): Map<string, Data[]> {
  const files = globSync('*.jsonl', { cwd: sampleFolder }).sort();
  return new Map(
    files.map((file) => {
      const lines = readFileSync(join(sampleFolder, file), 'utf8').split('\n').filter(Boolean);
      return [file, lines.map((line) => JSON.parse(line) as Data)];
    }),
  );
}

/** File name → samples of the present schemas that are not covered by the committed ones. */
export function missingSamples(contracts: Contracts = events): Map<string, Data[]> {
  const there = committedSamples();
  const missing = Object.entries(contracts).map(([subject, { version, shape }]) => {
    const file = `${subject}.v${version}.jsonl`;
    const wanted = samplesOf(z.toJSONSchema(shape) as Schema);
    return [file, newAmong(wanted, there.get(file) ?? [])] as const;
  });
  return new Map(missing.filter(([, samples]) => samples.length > 0));
}

/** Appends samples to their files. */
function keepSamples(missing: ReadonlyMap<string, readonly Data[]>): void {
  mkdirSync(sampleFolder, { recursive: true });
  for (const [file, samples] of missing) {
    const lines = samples.map((sample) => `${JSON.stringify(sample)}\n`);
    appendFileSync(join(sampleFolder, file), lines.join(''));
  }
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write'))
  keepSamples(missingSamples());
