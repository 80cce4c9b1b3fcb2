/**
 * The internal door by which the operator's command compares parts after a restore: pages of records, and repairs by
 * name. What is compared and repaired is each service's own matter.
 */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { z } from 'zod';
import { now } from './clock.ts';
import type { HttpServer } from './http.ts';
import { requireSecret } from './http.ts';
import type { Keyring } from './keyring.ts';

const pageRows = 500;
const id = z.string().min(1).max(200);

/** Ids after one, or exactly these; a reader hands it to its model as it is. */
export interface Page {
  filter: { _id: { $gt: string } | { $in: readonly string[] } };
  /** In the order of ids, so that the last one leads to the next page. */
  options: { sort: { _id: 1 }; limit: number };
}

export type Reader = (page: Page) => Promise<readonly { id: string }[]>;
/** Idempotent; resolves to what it did as a sentence, or to undefined where nothing is left to do. */
export type Repair = (input: unknown) => Promise<string | undefined>;

/** A repair that is handed what fits its shape. INVALID_INPUT otherwise. */
export function repair<S extends z.ZodType>(
  shape: S,
  run: (input: z.output<S>) => Promise<string | undefined>,
): Repair {
  return (input) => {
    const read = shape.safeParse(input);
    if (!read.success)
      throw new DomainError('INVALID_INPUT', `Not understood: ${z.prettifyError(read.error)}`);
    return run(read.data);
  };
}

const readShape = z.strictObject({
  what: z.string(),
  after: z.string().max(200).default(''),
  ids: z.array(id).max(pageRows).optional(),
});
const repairShape = z.strictObject({ what: z.string(), input: z.unknown() });

/** `POST /reconcile/read` and `POST /reconcile/repair`, for who has the installation's secret. */
export function registerReconcileEndpoint(
  app: HttpServer,
  keyring: Keyring,
  { reads, repairs }: { reads: Record<string, Reader>; repairs: Record<string, Repair> },
): void {
  app.post('/reconcile/read', async (request) => {
    requireSecret(request, keyring);
    const { what, after, ids } = parse(readShape, request.body);
    const filter = { _id: ids ? { $in: ids } : { $gt: after } };
    const options = { sort: { _id: 1 }, limit: pageRows } as const;
    const rows = await named(reads, what)({ filter, options });
    const next = !ids && rows.length === pageRows ? rows.at(-1)?.id : null;
    return { rows, next, now: now().toISOString() };
  });
  app.post('/reconcile/repair', async (request) => {
    requireSecret(request, keyring);
    const { what, input } = parse(repairShape, request.body);
    return { done: (await named(repairs, what)(input)) ?? null };
  });
}

function named<V>(table: Record<string, V>, what: string): V {
  const found = Object.hasOwn(table, what) ? table[what] : undefined;
  if (found) return found;
  throw new DomainError('INVALID_INPUT', `Known here are: ${Object.keys(table).join(', ')}.`);
}

function parse<S extends z.ZodType>(shape: S, body: unknown): z.output<S> {
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  throw new DomainError('INVALID_INPUT', 'Needed: what, and what goes with it.');
}
