/** A payee of a loan as its readers see it. */

import { accountNow } from '@nameloan/runtime/clock';
import type { Escrow } from '../escrow/escrow.ts';
import {
  findPayee,
  findPendingVersion,
  findValidVersion,
  isSameVersion,
} from '../escrow/loan-payee.ts';
import type { PayeeVersion, PendingVersion } from '../loan/loan-payee.ts';
import type { EscrowRole, Party } from '../loan/roles.ts';

/** A payee of a loan as its parties and operators see it. */
export interface LoanPayeeView extends Omit<PayeeVersion, 'payeeId'> {
  acknowledged: boolean;
  pending: PendingVersion | null;
  payeeId: string | null;
}

/** Null if none is valid. */
export function viewPayee(escrow: Escrow, party: Party, viewer: EscrowRole): LoanPayeeView | null {
  const payee = findPayee(escrow, party);
  const at = accountNow();
  const valid = findValidVersion(payee, at);
  if (!valid) return null;
  return {
    ...valid,
    payeeId: viewer === party ? valid.payeeId : null,
    acknowledged: isSameVersion(payee?.known ?? null, valid),
    pending: findPendingVersion(payee, at),
  };
}
