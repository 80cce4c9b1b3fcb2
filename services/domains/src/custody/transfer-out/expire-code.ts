/**
 * The life of a mailed transfer code, by the transfer rule of its day: at its end the code is replaced and the domain locked
 * again (docs/product-rules.md).
 */

import type { JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { registrarOf } from '../../registrars.ts';
import { commit } from '../../service-context.ts';
import { transferRuleAt } from '../../suffix/suffixes.ts';
import { lockAgain } from './lock-again.ts';

const hourMs = 3_600_000;
/** How often a request that was made with the code is queried. */
const pendingRequestMs = hourMs;
/** By then the name has left, or the request has ended. */
const settledMs = 24 * hourMs;

/** The end of a code that is issued now; null: it has none. */
export function findCodeExpiry({ suffix }: Pick<Domain, 'suffix'>): Date | null {
  const { codeTtlHours } = transferRuleAt(suffix, now());
  return codeTtlHours === null ? null : new Date(now().getTime() + codeTtlHours * hourMs);
}

/** A request that is pending at the end of the life was made in time, so it is not rejected. */
export async function expireCode(domain: Domain): Promise<JobResult> {
  const codeExpiresAt = domain.transferOut?.codeExpiresAt;
  if (!codeExpiresAt) return;
  if (codeExpiresAt > now()) return { runAgainAt: codeExpiresAt };
  if (await isRequested(domain))
    return { runAgainAt: new Date(now().getTime() + pendingRequestMs) };
  return lockAgain(domain, { reason: null, codeExpired: true });
}

/** A request that only notices report has ended after the time in which silence approves it. */
async function isRequested(domain: Domain): Promise<boolean> {
  const { name, suffix, transferOut } = domain;
  const registrar = registrarOf(domain);
  if (!registrar.capabilities.hidesTransferOut)
    return (await registrar.info(name)).statuses.includes('pendingTransfer');
  const { requestSeenAt } = transferOut ?? {};
  if (!requestSeenAt) return false;
  const silenceMs = transferRuleAt(suffix, now()).silenceHours * hourMs;
  return now().getTime() < requestSeenAt.getTime() + silenceMs + settledMs;
}

/**
 * At each start, and daily: codes that a former release has mailed end as if they were issued now, and a job that a replica
 * of it has dropped is scheduled again. Idempotent.
 */
export async function scheduleCodeExpiries(): Promise<void> {
  const open = { active: true, status: 'CUSTODY_PAID', 'transferOut.state': 'OPEN' };
  for (const { id } of await domains.findProjected(open as never, ['name']))
    await commit(async (tx) => {
      const present = await domains.get(id, tx);
      const { transferOut } = present;
      if (transferOut?.state !== 'OPEN') return;
      const codeExpiresAt = transferOut.codeExpiresAt ?? findCodeExpiry(present);
      if (!codeExpiresAt) return;
      await tx.schedule({ kind: 'transfer-out', key: id, at: codeExpiresAt });
      if (transferOut.codeExpiresAt) return;
      await domains.update(
        present,
        { ...present, transferOut: { ...transferOut, codeExpiresAt } },
        tx,
      );
    });
}
