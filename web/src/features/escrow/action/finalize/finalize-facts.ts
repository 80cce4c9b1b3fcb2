/** The figures of a loan that its end concerns. */

import { formatMoney } from '../../../../format/money.ts';
import { formatWorth } from '../../../../format/worth.ts';
import type { Fact } from '../../../../ui/display/facts.tsx';
import type { CollateralFragment } from '../../collateral/collateral.generated.ts';
import type { Loan } from '../../loan-parties.ts';
import { getFirstName } from '../../loan-parties.ts';

/** What ends, what the domain is worth, and what is no longer owed. */
export function listFinalizeFacts(loan: Loan, domain: CollateralFragment | null): Fact[] {
  const { amount, borrowerName, payoff, role, lenderName } = loan;
  const counterparty =
    role === 'BORROWER' ? `from ${getFirstName(lenderName)}` : `to ${getFirstName(borrowerName)}`;
  return [
    { label: 'No longer owed', value: payoff === null ? '–' : formatMoney(payoff) },
    { label: 'Value of the domain', value: formatWorth(domain) },
    { label: 'Loan that ends', value: `${formatMoney(amount)} ${counterparty}` },
  ];
}
