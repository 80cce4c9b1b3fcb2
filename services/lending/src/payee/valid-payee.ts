/** The payer of a loan, the version of the payee that is valid now, and whether the payer knows it. */

import { DomainError } from '@nameloan/contracts/errors';
import { accountNow } from '@nameloan/runtime/clock';
import type { Escrow } from '../escrow/escrow.ts';
import {
  findNamedPayee,
  findPayee,
  isPaymentDue,
  isSameVersion,
  isUnpaid,
  otherParty,
} from '../escrow/loan-payee.ts';
import type { PayeeVersion } from '../loan/loan-payee.ts';
import type { EscrowRole, Party } from '../loan/roles.ts';
import { isFinal, statusLabels } from '../loan/status.ts';
import type { CurrentPayee } from './payee-version.ts';
import { requestPayee } from './payee-version.ts';

export interface Payer {
  /** The party that pays. */
  party: Party;
  /** The party that is paid. */
  paid: Party;
}

/** Throws FORBIDDEN for operators, CONFLICT unless the payment is due. */
export function assertPays(escrow: Escrow, role: EscrowRole): Payer {
  if (role === 'OPERATOR') {
    throw new DomainError('FORBIDDEN', 'Only the party that pays can see payment details.');
  }
  const paid = otherParty(role);
  if (isPaymentDue(escrow, paid)) return { party: role, paid };
  if (isFinal(escrow.status)) {
    const label = statusLabels[escrow.status];
    const message = `This loan is ${label}; paying is not possible now.`;
    throw new DomainError('CONFLICT', message, { reason: 'STATUS' });
  }
  if (role === 'BORROWER') {
    const message = 'You repay the loan once its money has arrived. Confirm that first.';
    throw new DomainError('CONFLICT', message, { reason: 'NOT_RECEIVED' });
  }
  throw isUnpaid(escrow, paid)
    ? new DomainError('CONFLICT', 'You pay once the domain is in custody.', {
        reason: 'NOT_IN_CUSTODY',
      })
    : new DomainError('CONFLICT', 'The borrower has received the money of this loan.', {
        reason: 'ALREADY_RECEIVED',
      });
}

/** The payee that is valid now, as identity has it, and its owner. */
export interface ValidPayee extends CurrentPayee {
  accountId: string;
}

/** Throws CONFLICT with NO_PAYEE if none is chosen, or the chosen one was removed. */
export async function requestValidPayee(escrow: Escrow, { paid }: Payer): Promise<ValidPayee> {
  const payee = findPayee(escrow, paid);
  const named = payee && findNamedPayee(payee, accountNow());
  const accountId = paid === 'BORROWER' ? escrow.borrowerId : escrow.lenderId;
  const current = named && (await requestPayee(accountId, named.payeeId));
  if (current) return { ...current, accountId };
  const name = paid === 'BORROWER' ? escrow.borrowerName : escrow.lenderName;
  const message = `${name} has not chosen a payee. Ask for one in the chat, or pay as you both agreed.`;
  throw new DomainError('CONFLICT', message, { reason: 'NO_PAYEE' });
}

/** The version to pay to. Throws CONFLICT if another payee has become valid since it was requested. */
export function requireValid(escrow: Escrow, { paid }: Payer, found: ValidPayee): PayeeVersion {
  const at = accountNow();
  const payee = findPayee(escrow, paid);
  if (payee && findNamedPayee(payee, at)?.payeeId === found.payeeId) {
    const { change } = found;
    const { payeeId, kind, version, holder, masked, fingerprint, changedAt } =
      change && change.effectiveAt <= at ? change : found;
    return { payeeId, kind, version, holder, masked, fingerprint, changedAt };
  }
  throw new DomainError('CONFLICT', 'The payee has just changed. Try again.', { reason: 'BUSY' });
}

interface Validity {
  payer: Payer;
  valid: PayeeVersion;
  recentChanges: number;
}

/** Throws CONFLICT with PAYEE_CHANGED unless the contract names this version or the payer has acknowledged it. */
export function assertKnown(escrow: Escrow, validity: Validity): void {
  const { payer, valid } = validity;
  const known = findPayee(escrow, payer.paid)?.known ?? valid;
  if (isSameVersion(known, valid)) return;
  const name = payer.paid === 'BORROWER' ? escrow.borrowerName : escrow.lenderName;
  const message = `Where you pay has changed from ${known.masked} to ${valid.masked}. Ask ${name}, through a channel you already use, whether that is right, then acknowledge it.`;
  throw createPayeeChanged(escrow, validity, message);
}

/** The error that shows the payer which version is valid. */
export function createPayeeChanged(
  escrow: Escrow,
  { payer, valid, recentChanges }: Validity,
  message: string,
): DomainError {
  const payeeChange = {
    old: toShown(findPayee(escrow, payer.paid)?.known ?? valid),
    new: toShown(valid),
    since: valid.changedAt.toISOString(),
    recentChanges,
  };
  return new DomainError('CONFLICT', message, { reason: 'PAYEE_CHANGED', payeeChange });
}

function toShown({ kind, holder, masked, fingerprint, version }: PayeeVersion) {
  return { kind, holder, masked, fingerprint, version };
}
