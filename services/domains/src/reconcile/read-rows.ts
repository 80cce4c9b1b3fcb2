/** Rows for reconciliation: domains with their bindings, closed loans and listings, operators, and holds being settled. */

import type { JobRow } from '@nameloan/persistence/jobs/job-row';
import { rowsOf } from '@nameloan/persistence/open-rows';
import type { Page } from '@nameloan/subgraph/http/reconcile-endpoint';
import { closedReferences, domains } from '../domain/domain.model.ts';
import { inCustody } from '../domain/domain.ts';
import { operators } from '../operator/operator.model.ts';
import { serviceContext } from '../service-context.ts';

export type DomainRow = Awaited<ReturnType<typeof readDomains>>[number];
export type OperatorRow = Awaited<ReturnType<typeof readOperators>>[number];

export async function readDomains({ filter, options }: Page) {
  const found = await domains.findMany(filter, options);
  return found.map((domain) => {
    const { id, version, accountId, name, active, listingIds, reservation } = domain;
    const { transferIn, renewal, deferredHandover } = domain;
    // It only waits for the end of a legal hold, so its loan is over.
    const isOver = Boolean(deferredHandover);
    return {
      ...{ id, version, accountId, name, active, listingIds },
      midCents: domain.appraisal?.midCents ?? null,
      inCustody: inCustody(domain),
      held: domain.status === 'IN_ESCROW' && !isOver,
      reservation:
        reservation && !isOver
          ? {
              escrowId: reservation.escrowId,
              sure: reservation.state === 'RESERVED',
              waitsForRenewal: reservation.waitsForRenewal,
              disputed: reservation.disputed,
              disputedAsOf: reservation.disputedAsOf,
              at: reservation.startedAt.toISOString(),
            }
          : null,
      /** `held`: whether payments should have held the fee. */
      fees: [
        ...(transferIn ? [feeOf(transferIn, transferIn.state !== 'HOLDING')] : []),
        ...(renewal && !renewal.platformPays ? [feeOf(renewal, renewal.state !== 'HOLDING')] : []),
      ],
    };
  });
}

function feeOf({ holdId, startedAt }: { holdId: string; startedAt: Date }, held: boolean) {
  return { holdId, held, at: startedAt.toISOString() };
}

/** Loans and listings that no longer use their domain. */
export async function readClosed({ filter, options }: Page): Promise<{ id: string }[]> {
  return (await closedReferences.findMany(filter, options)).map(({ id }) => ({ id }));
}

export async function readOperators({ filter, options }: Page) {
  const found = await operators.findMany(filter, options);
  return found.map(({ id, accountVersion, operator }) => {
    return { id, accountVersion, details: { operator } };
  });
}

/** Holds that a job will capture, release or refund. */
export async function readSettling({ filter, options }: Page) {
  const rows = rowsOf<JobRow>(serviceContext.store.connection, 'jobs');
  const kinds = { kind: { $in: ['capture-hold', 'release-hold', 'settle-fee'] } };
  const found = await rows.find({ ...filter, ...kinds } as never, options).toArray();
  return found.map(({ _id, key }) => ({ id: _id, holdId: key }));
}
