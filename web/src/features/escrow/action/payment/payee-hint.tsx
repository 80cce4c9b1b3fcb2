/** Before a payment is reported: where it goes, or that no payee is chosen. */

import { namePayeeKind } from '../../../../ui/loan/payee-kind-names.ts';
import type { Loan } from '../../loan-parties.ts';
import { getCounterpartyName, getFirstName } from '../../loan-parties.ts';

export function PayeeHint({ loan }: { loan: Loan }) {
  const { counterpartyPayee: payee } = loan;
  const name = getFirstName(getCounterpartyName(loan));
  if (payee)
    return (
      <p className="mb-4 text-ink-2">
        Pay to <bdi>{payee.holder}</bdi>, {namePayeeKind(payee)}: {payee.masked}. “Where to pay” on
        the loan’s page shows the details.
      </p>
    );
  return (
    <p className="mb-4 text-amber">
      {name} hasn’t chosen a payee. Ask for one in the chat, or go on if you agreed elsewhere.
    </p>
  );
}
