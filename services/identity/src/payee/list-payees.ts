/** The caller's payees as their owner sees them: never with their details. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { warnings } from '@nameloan/payee-details/warnings';
import { accountNow } from '@nameloan/runtime/clock';
import type { Payee as PayeeView } from '../graphql.generated.ts';
import { payees } from './payee.model.ts';
import type { Payee, PayeeVersion } from './payee.ts';
import { findLastValid, findPending, maxPayees } from './payee.ts';

/** Oldest first. */
export async function listPayees({ accountId }: AccountActor): Promise<PayeeView[]> {
  const found = await payees.findMany(
    { accountId, status: 'ACTIVE' },
    { sort: { _id: 1 }, limit: maxPayees },
  );
  return found.map(toPayeeView);
}

export function toPayeeView(payee: Payee): PayeeView {
  const at = accountNow();
  const current = findLastValid(payee, at);
  if (!current) throw new Error(`payee ${payee.id} has no version`);
  const pending = payee.status === 'ACTIVE' ? findPending(payee, at) : undefined;
  return {
    ...{ id: payee.id, kind: payee.kind, label: payee.label },
    ...toVersionView(current),
    options: current.options ?? null,
    pending: pending ? toVersionView(pending) : null,
  };
}

function toVersionView({ number, ...version }: PayeeVersion) {
  const { holder, masked, fingerprint, effectiveAt, changedAt } = version;
  return {
    ...{ version: number, holder, masked, fingerprint, effectiveAt, changedAt },
    warnings: version.warnings.map((warning) => warnings[warning]),
  };
}
