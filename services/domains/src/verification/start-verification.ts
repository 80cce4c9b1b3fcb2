/** Queues one check of many names. A name is checked once; a queued check of a single domain repeats for three days. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Filter, Sort } from '@nameloan/persistence/entity';
import { newestFirst } from '@nameloan/persistence/reads/page';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { conflict } from '../domain/domain.ts';
import { commit, quotas } from '../service-context.ts';
import { verificationBatches, verifications } from './verification.model.ts';
import type { Verification, VerificationRow } from './verification.ts';

/** The day's quota of names. */
const maxNames = 5000;
const maxIdLength = 64;
const batchSize = 50;
/** One without progress for this long does not block the next: its worker died, or it waits behind many others. */
const stalledMs = 15 * 60_000;

export interface VerificationInput {
  ids?: readonly string[] | null;
  all?: boolean | null;
}

/** Names in custody need no proof, so `all` leaves them out. Ids of other accounts are reported like unknown ones. */
export function startVerification(
  actor: AccountActor,
  input: VerificationInput,
): Promise<Verification> {
  const { accountId } = actor;
  const ids = readIds(input);
  return commit(async (tx) => {
    const rows = ids ? await findRows(accountId, ids, tx) : await findAllRows(accountId, tx);
    // Unknown ids and a request without names are stored too, so they count.
    const units = Math.max(1, rows.length);
    await quotas.takeMany('domainChecks', { key: accountId, units }, tx);
    const createdAt = now();
    await assertNoneRuns(accountId, createdAt, tx);
    const verification = { id: newId(), version: 1, accountId, total: rows.length, createdAt };
    await verifications.add(verification, tx);
    for (let position = 0; position * batchSize < rows.length; position++)
      await addBatch(verification, { position, rows }, tx);
    if (rows.some(({ result }) => result === 'PENDING'))
      await tx.schedule({ kind: 'verify-names', key: verification.id, at: createdAt });
    return verification;
  });
}

async function assertNoneRuns(accountId: string, at: Date, tx: Tx): Promise<void> {
  const [newest] = await verifications.findMany(
    { accountId },
    { sort: { createdAt: -1 }, limit: 1, tx },
  );
  if (!newest) return;
  const progressAt = newest.progressAt ?? newest.createdAt;
  if (at.getTime() - progressAt.getTime() >= stalledMs) return;
  const pending = { verificationId: newest.id, pending: true };
  if (await verificationBatches.findOne(pending, tx))
    throw conflict('BUSY', 'Another check of many names is running. Wait until it ends.');
}

/** Undefined: all names. */
function readIds({ ids, all }: VerificationInput): string[] | undefined {
  if (ids && all) throw invalid('Send ids or all, not both.');
  if (all) return undefined;
  if (!ids?.length) throw invalid('Send ids, or all as true.');
  const distinct = [...new Set(ids)];
  if (distinct.length > maxNames)
    throw invalid(`At most ${maxNames} names can be checked at once.`);
  if (distinct.some((id) => id.length > maxIdLength)) throw invalid('One of the ids is too long.');
  return distinct;
}

function invalid(message: string): DomainError {
  return new DomainError('INVALID_INPUT', message, { fields: { ids: message } });
}

const toRow = ({ id, name }: Pick<Domain, 'id' | 'name'>): VerificationRow => ({
  domainId: id,
  name,
  result: 'PENDING',
  message: null,
});

async function findRows(
  accountId: string,
  ids: readonly string[],
  tx: Tx,
): Promise<VerificationRow[]> {
  const mine = { _id: { $in: ids }, accountId, active: true } as unknown as Filter<Domain>;
  const found = await domains.findProjected(mine, ['name'], { limit: ids.length, tx });
  const byId = new Map(found.map((domain) => [domain.id, domain]));
  return ids.map((domainId) => {
    const domain = byId.get(domainId);
    if (domain) return toRow(domain);
    return { domainId, name: null, result: 'NOT_FOUND', message: 'There is no such domain.' };
  });
}

/** The newest, at most as many as the quota allows. */
async function findAllRows(accountId: string, tx: Tx): Promise<VerificationRow[]> {
  const external = ['EXTERNAL_UNVERIFIED', 'EXTERNAL_VERIFIED'] as const;
  const found = await domains.findProjected(
    { accountId, active: true, status: { $in: [...external] } },
    ['name'],
    { sort: newestFirst as Sort<Domain>, limit: maxNames, tx },
  );
  return found.map(toRow);
}

async function addBatch(
  { id: verificationId, createdAt }: Verification,
  { position, rows: all }: { position: number; rows: readonly VerificationRow[] },
  tx: Tx,
): Promise<void> {
  const rows = all.slice(position * batchSize, (position + 1) * batchSize);
  await verificationBatches.add(
    {
      id: `${verificationId}-${position}`,
      version: 1,
      verificationId,
      position,
      pending: rows.some(({ result }) => result === 'PENDING'),
      createdAt,
      rows,
    },
    tx,
  );
}
