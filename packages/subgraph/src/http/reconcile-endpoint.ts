/**
 * Internal endpoints by which the operator's command compares services after a restore: pages of records, and named
 * repairs. Each service defines its own records and repairs.
 */

import { DomainError } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import type { Keyring } from '@nameloan/security/keyring';
import { z } from 'zod';
import type { HttpServer } from './http.ts';
import { requireSecret } from './http.ts';

const pageRows = 500;
const id = z.string().min(1).max(200);

/** Ids after a given one, or exactly these; readers pass it on to their model. */
export interface Page {
  filter: { _id: { $gt: string } | { $in: readonly string[] } };
  /** Ordered by id, so that the last id is the cursor of the next page. */
  options: { sort: { _id: 1 }; limit: number };
}

export type Reader = (page: Page) => Promise<readonly { id: string }[]>;
/** Idempotent; resolves to a sentence that says what it did, or to undefined if nothing was left to do. */
export type Repair = (input: unknown) => Promise<string | undefined>;

/** A repair whose input is validated by `shape`; INVALID_INPUT otherwise. */
export function repair<S extends z.ZodType>(
  shape: S,
  run: (input: z.output<S>) => Promise<string | undefined>,
): Repair {
  return (input) => {
    const read = shape.safeParse(input);
    if (!read.success)
      throw new DomainError('INVALID_INPUT', `Invalid input: ${z.prettifyError(read.error)}`);
    return run(read.data);
  };
}

const readShape = z.strictObject({
  what: z.string(),
  after: z.string().max(200).default(''),
  ids: z.array(id).max(pageRows).optional(),
});
const repairShape = z.strictObject({ what: z.string(), input: z.unknown() });

/** Adds `POST /reconcile/read` and `POST /reconcile/repair`, which require the installation's secret. */
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
  throw new DomainError(
    'INVALID_INPUT',
    `Unknown name. Valid names: ${Object.keys(table).join(', ')}.`,
  );
}

function parse<S extends z.ZodType>(shape: S, body: unknown): z.output<S> {
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  throw new DomainError('INVALID_INPUT', 'Required: `what` and its parameters.');
}
