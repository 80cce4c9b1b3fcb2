/** What a buyer must fulfil to become the lender of a loan. */

import { DomainError } from '@nameloan/contracts/errors';
import { assertCountryReadable, checkCountries } from '../country/check-country.ts';
import { findPresentTerms } from '../escrow/balance/replay-loan.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { findLoanAccrual } from '../loan/accrual.ts';
import { wasLender } from '../loan/assignment/former-lender.ts';
import type { LegalAddress } from '../loan/legal-address.ts';
import { parties } from '../party/party.model.ts';

/** Throws FORBIDDEN for a party of the loan. */
export function assertNoParty(
  { borrowerId, lenderId }: Pick<Escrow, 'borrowerId' | 'lenderId'>,
  accountId: string,
): void {
  if (accountId === borrowerId)
    throw new DomainError('FORBIDDEN', 'The borrower cannot buy the loan; repay it instead.');
  if (accountId === lenderId)
    throw new DomainError('FORBIDDEN', 'You are the lender of this loan; another account buys it.');
}

/** Throws CONFLICT as the country rules do for the loan's present terms with this lender. */
export async function checkBuyer(escrow: Escrow, address: LegalAddress | null): Promise<void> {
  const { receipt } = escrow;
  await assertCountryReadable(address);
  const present = receipt ? findPresentTerms(escrow, receipt) : escrow;
  const { rateBps, termDays = escrow.termDays, plan } = present;
  const borrower = await parties.find(escrow.borrowerId);
  await checkCountries(
    { ...escrow, rateBps, termDays, plan, accrual: findLoanAccrual(escrow) },
    'BUY',
    { BORROWER: borrower?.legalAddress ?? null, LENDER: address },
  );
}

/** An account that sold the loan would read what was written while it was another lender’s. */
export function assertNeverLent(escrow: Escrow, accountId: string): void {
  if (!wasLender(escrow, accountId)) return;
  throw new DomainError('FORBIDDEN', 'You sold this loan before, so you cannot buy it again.');
}
