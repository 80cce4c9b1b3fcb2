/** How the payees of a loan are stored. */

import { payeeKinds } from '@nameloan/contracts/payee';
import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import type {
  LoanPayee,
  LoanPayees,
  NamedPayee,
  NextPayee,
  PayeeVersion,
  PayeeView,
  PendingVersion,
} from './loan-payee.ts';

const version = {
  payeeId: String,
  kind: oneOf(...payeeKinds),
  version: Number,
  holder: String,
  masked: String,
  fingerprint: String,
  changedAt: Date,
};
const change = nested<PendingVersion>({ ...version, effectiveAt: Date });
export const payeeField = nested<LoanPayee>({
  named: nested<NamedPayee>({ ...version, change }),
  next: nested<NextPayee>({ ...version, change, effectiveAt: Date }),
  known: nested<PayeeVersion>(version),
  views: listOf<PayeeView>({ sessionId: String, payeeId: String, version: Number, at: Date }),
});

/** By the party that is paid. */
export const payeesField = nested<LoanPayees>({ BORROWER: payeeField, LENDER: payeeField });
