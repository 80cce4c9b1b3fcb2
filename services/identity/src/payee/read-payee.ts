/** Request handlers: a payee for the loans that name it, and the details of one version for the payer. */

import { DomainError } from '@nameloan/contracts/errors';
import { payeeDetailsPurpose } from '@nameloan/contracts/payee';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import { accountNow } from '@nameloan/runtime/clock';
import { serviceContext } from '../service-context.ts';
import { payees } from './payee.model.ts';
import type { Payee, PayeeVersion } from './payee.ts';
import { countRecentChanges, findLastValid, findPending, isRevealable } from './payee.ts';
import { readFields } from './read-fields.ts';

interface PayeeRequest {
  accountId: string;
  payeeId: string;
}

/** NOT_FOUND for a payee of another account. */
export async function readPayee(request: PayeeRequest): Promise<ReplyPayload<'identity.payee'>> {
  const payee = await findPayee(request);
  const at = accountNow();
  const current = findLastValid(payee, at);
  if (!current) throw notFound();
  const isDeleted = payee.status === 'DELETED';
  const pending = isDeleted ? undefined : findPending(payee, at);
  return {
    payeeId: payee.id,
    ...{ kind: payee.kind, label: payee.label, deleted: isDeleted },
    current: toReply(current),
    pending: pending ? toReply(pending) : null,
    recentChanges: countRecentChanges(payee, at),
  };
}

/** NOT_FOUND for a version that is not and was not valid, and for a deleted payee. */
export async function readPayeeDetails({
  version: number,
  ...request
}: PayeeRequest & { version: number }): Promise<ReplyPayload<'identity.payee-details'>> {
  const payee = await findPayee(request);
  const version = payee.versions.find((one) => one.number === number);
  if (payee.status === 'DELETED' || !version || !isRevealable(version, accountNow()))
    throw notFound();
  const fields = JSON.stringify(await readFields(payee.id, number));
  return {
    holder: version.holder,
    sealedFields: serviceContext.encrypt(fields, payeeDetailsPurpose),
  };
}

async function findPayee({ accountId, payeeId }: PayeeRequest): Promise<Payee> {
  const payee = await payees.get(payeeId);
  if (payee.accountId !== accountId) throw notFound();
  return payee;
}

const toReply = ({ number, holder, masked, fingerprint, ...version }: PayeeVersion) => ({
  ...{ version: number, holder, masked, fingerprint },
  effectiveAt: version.effectiveAt.toISOString(),
  changedAt: version.changedAt.toISOString(),
});

const notFound = (): DomainError => new DomainError('NOT_FOUND', 'There is no such payee.');
