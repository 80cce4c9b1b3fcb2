/** Keeps the contacts at registries up to date with the legal data of accounts. */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import { domainStatuses, inCustody } from '../domain/domain.ts';
import { commit } from '../service-context.ts';
import { scheduleRegistrant } from './schedule-registrant.ts';

const batchSize = 100;
export const updateContactsJob = 'update-contacts';

const heldFilter = (accountId: string) => ({
  accountId,
  active: true,
  status: { $in: domainStatuses.filter((status) => inCustody({ status })) },
});

/** Any change of the account may be one of its name, address or e-mail, which events do not carry. */
export async function scheduleContactUpdate(accountId: string, tx: Tx): Promise<void> {
  const held = await domains.findOne(heldFilter(accountId), tx);
  if (held) await tx.schedule({ kind: updateContactsJob, key: accountId });
}

/** Schedules the registrant of every domain that the account has in custody, one batch per run. */
export async function updateContacts({ key: accountId, data }: Job): Promise<JobResult> {
  const after = typeof data.after === 'string' ? data.after : '';
  const rows = await domains.findMany(
    { ...heldFilter(accountId), ...(after && { _id: { $gt: after } }) },
    { sort: { _id: 1 }, limit: batchSize },
  );
  await commit(async (tx) => {
    for (const row of rows) await scheduleRegistrant(row, tx);
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    const next = { kind: updateContactsJob, key: accountId, at: now(), data: { after: last.id } };
    await tx.schedule(next);
  });
}
