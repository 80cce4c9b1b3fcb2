/** The figures of a loan that its end concerns. */

import { formatMoney } from '../../../../format/money.ts';
import { formatWorth } from '../../../../format/worth.ts';
import type { Fact } from '../../../../ui/display/facts.tsx';
import type { CollateralFragment } from '../../collateral/collateral.generated.ts';
import type { Loan } from '../../loan-parties.ts';

/** What is no longer owed, and what the domain is worth. */
export function listFinalizeFacts(loan: Loan, domain: CollateralFragment | null): Fact[] {
  const { payoff } = loan;
  return [
    { label: 'No longer owed', value: payoff === null ? '–' : formatMoney(payoff) },
    { label: 'Value of the domain', value: formatWorth(domain) },
  ];
}
