/** Who does what about the open amendment of a loan, in a few words. */

import { formatMoney } from '../../../format/money.ts';
import type { AmendmentKind } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import type { Amendment } from './find-amendment.ts';
import { findAgreedPayment, hasSigned } from './find-amendment.ts';

/** As a title, and after "proposes". */
const kindNames: Record<AmendmentKind, { title: string; object: string }> = {
  EXTEND: { title: 'Extension', object: 'an extension' },
  PLAN: { title: 'New plan', object: 'another plan' },
  PRINCIPAL_UP: { title: 'Higher principal', object: 'a higher principal' },
  PRINCIPAL_DOWN: { title: 'Lower principal', object: 'a lower principal' },
  RATE: { title: 'New rate', object: 'another rate' },
  WAIVE: { title: 'Waiver', object: 'a waiver' },
};

/** A kind of a newer server release is an amendment. */
export const nameKind = (kind: AmendmentKind) =>
  kindNames[kind] ?? { title: 'Amendment', object: 'an amendment' };

export function describeState(loan: Loan, amendment: Amendment): string {
  const { role } = loan;
  const { status, proposedBy, kind, amountDue, payer } = amendment;
  const { object } = nameKind(kind);
  const borrower = getFirstName(loan.borrowerName);
  const lender = getFirstName(loan.lenderName);
  const [payerName, payeeName] = payer === 'LENDER' ? [lender, borrower] : [borrower, lender];
  const cents = formatMoney(amountDue ?? 0);
  if (status === 'PROPOSED') {
    const name = proposedBy === 'BORROWER' ? borrower : lender;
    return proposedBy === role ? `You proposed ${object}` : `${name} proposes ${object}`;
  }
  if (status === 'AGREED') {
    if (role !== 'OPERATOR' && !hasSigned(amendment, role)) return 'Agreed: sign the amendment';
    const missing = hasSigned(amendment, 'BORROWER') ? lender : borrower;
    return `Agreed: ${missing} has yet to sign`;
  }
  const reported = findAgreedPayment(loan, amendment);
  if (payer === role)
    return reported
      ? `${payeeName} has to confirm ${cents}`
      : `Signed: send ${cents} to ${payeeName}`;
  const isPayee = role !== 'OPERATOR';
  if (reported)
    return isPayee ? `Confirm ${cents} from ${payerName}` : `${payeeName} has to confirm ${cents}`;
  return `Signed: ${payerName} sends ${cents}`;
}
