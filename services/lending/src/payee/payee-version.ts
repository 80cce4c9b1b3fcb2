/** Reads a payee from identity, in the form in which a loan names it. */

import { DomainError } from '@nameloan/contracts/errors';
import { namePayeeKind } from '@nameloan/contracts/payee';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { NamedPayee, PayeeVersion } from '../loan/loan-payee.ts';
import { request } from '../service-context.ts';

type PayeeReply = ReplyPayload<'identity.payee'>;

/** A payee that is not deleted. */
export interface CurrentPayee extends NamedPayee {
  /** Changes in the last 30 days. */
  recentChanges: number;
}

/** Null for a payee that the account does not have, or no longer. */
export async function requestPayee(
  accountId: string,
  payeeId: string,
): Promise<CurrentPayee | null> {
  try {
    const reply = await request('identity.payee', { accountId, payeeId });
    return reply.deleted ? null : toCurrentPayee(reply);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function toCurrentPayee(reply: PayeeReply): CurrentPayee {
  const { current, pending, recentChanges } = reply;
  const change = pending && {
    ...readVersion(reply, pending),
    effectiveAt: new Date(pending.effectiveAt),
  };
  return { ...readVersion(reply, current), change, recentChanges };
}

function readVersion(
  { payeeId, kind }: PayeeReply,
  { version, holder, masked, fingerprint, changedAt }: PayeeReply['current'],
): PayeeVersion {
  return { payeeId, kind, version, holder, masked, fingerprint, changedAt: new Date(changedAt) };
}

/** Without the change that waits, and without moments. */
export function toVersion({
  payeeId,
  kind,
  version,
  holder,
  masked,
  fingerprint,
  changedAt,
}: PayeeVersion): PayeeVersion {
  return { payeeId, kind, version, holder, masked, fingerprint, changedAt };
}

/** As a loan stores it. */
export function toNamedPayee({ recentChanges: _, ...named }: CurrentPayee): NamedPayee {
  return named;
}

/** "IBAN DE •••• 3000, holder Bea Borrower, fingerprint 1a2b3c4d". */
export function describeVersion(payee: PayeeVersion): string {
  const { masked, holder, fingerprint } = payee;
  return `${namePayeeKind(payee)} ${masked}, holder ${holder}, fingerprint ${fingerprint}`;
}
