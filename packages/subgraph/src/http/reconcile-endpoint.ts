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
  return (input) => run(parse(shape, input));
}

const readShape = z.strictObject({
  name: z.string(),
  after: z.string().max(200).default(''),
  ids: z.array(id).max(pageRows).optional(),
});
const repairShape = z.strictObject({ name: z.string(), input: z.unknown() });

/** Adds `POST /reconcile/read` and `POST /reconcile/repair`, which require the installation's secret. */
export function registerReconcileEndpoint(
  app: HttpServer,
  keyring: Keyring,
  { reads, repairs }: { reads: Record<string, Reader>; repairs: Record<string, Repair> },
): void {
  app.post('/reconcile/read', async (request) => {
    requireSecret(request, keyring);
    const { name, after, ids } = parse(readShape, request.body);
    const filter = { _id: ids ? { $in: ids } : { $gt: after } };
    const options = { sort: { _id: 1 }, limit: pageRows } as const;
    const rows = await findByName(reads, name)({ filter, options });
    const next = !ids && rows.length === pageRows ? rows.at(-1)?.id : null;
    return { rows, next, now: now().toISOString() };
  });
  app.post('/reconcile/repair', async (request) => {
    requireSecret(request, keyring);
    const { name, input } = parse(repairShape, request.body);
    return { done: (await findByName(repairs, name)(input)) ?? null };
  });
}

/** Throws INVALID_INPUT with the valid names. */
function findByName<V>(table: Record<string, V>, name: string): V {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found) return found;
  throw new DomainError(
    'INVALID_INPUT',
    `Unknown name. Valid names: ${Object.keys(table).join(', ')}.`,
  );
}

function parse<S extends z.ZodType>(shape: S, body: unknown): z.output<S> {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new DomainError('INVALID_INPUT', `Invalid input: ${z.prettifyError(parsed.error)}`);
}
