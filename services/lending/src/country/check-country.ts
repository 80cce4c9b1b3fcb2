/** Rejects a loan that the country rules do not allow at a party's known address. */

import type { ConflictReason } from '@nameloan/contracts/errors';
import { DomainError } from '@nameloan/contracts/errors';
import { readStoredPlace } from '@nameloan/countries/parse-place';
import type { Accrual } from '@nameloan/loan-math/accrual';
import { now } from '@nameloan/runtime/clock';
import { settings } from '../config.ts';
import { computeDisclosure } from '../loan/disclosure.ts';
import type { LegalAddress } from '../loan/legal-address.ts';
import { readPlan } from '../loan/plan/plan.ts';
import type { Party } from '../loan/roles.ts';
import type { LoanTerms } from '../loan/terms.ts';
import type { RuleViolation } from './country-rules.ts';
import { findViolation, hasRestrictions } from './country-rules.ts';

/** The step that is checked. */
export type CheckedStep = 'LIST' | 'OFFER' | 'ACCEPT' | 'SIGN' | 'AMEND' | 'BUY';

const advice: Record<CheckedStep, Record<RuleViolation['rule'], string>> = {
  LIST: {
    RATE: 'Ask for a lower rate.',
    CHARGE: 'Lower it, or leave it out.',
    PURPOSE: 'List the domain with business purposes declared, if that is what the loan is for.',
  },
  OFFER: {
    RATE: 'Offer a lower rate.',
    CHARGE: 'Lower it, or leave it out.',
    PURPOSE: 'This listing is for a personal loan, so no offer can be made on it.',
  },
  ACCEPT: {
    RATE: 'Ask the lender for an offer at a lower rate.',
    CHARGE: 'Ask the lender for an offer without it.',
    PURPOSE:
      'List the domain again with business purposes declared, if that is what the loan is for.',
  },
  SIGN: {
    RATE: 'Cancel this loan and agree on a lower rate.',
    CHARGE: 'Cancel this loan and agree on one without it.',
    PURPOSE: 'Cancel this loan and list the domain again with business purposes declared.',
  },
  AMEND: {
    RATE: 'Agree on a lower rate or fee.',
    CHARGE: 'Agree on terms without it.',
    PURPOSE: 'A personal loan cannot be amended there.',
  },
  BUY: {
    RATE: 'A loan at this rate cannot be bought there.',
    CHARGE: 'A loan with this charge cannot be bought there.',
    PURPOSE: 'A personal loan cannot be bought there.',
  },
};
const reasons: Record<RuleViolation['rule'], ConflictReason> = {
  RATE: 'COUNTRY_RATE',
  CHARGE: 'COUNTRY_RATE',
  PURPOSE: 'COUNTRY_PURPOSE',
};

export interface CheckedLoan extends LoanTerms {
  accrual: Accrual;
  transferFeeCents?: number | null | undefined;
  businessStatement?: string | null | undefined;
}

/** Throws CONFLICT with advice. A party without a known address is not checked. */
export async function checkCountries(
  loan: CheckedLoan,
  step: CheckedStep,
  addresses: Partial<Record<Party, LegalAddress | null>>,
): Promise<void> {
  const { COUNTRY_RULES_FILE: rules } = settings.value;
  if (!hasRestrictions(rules)) return;
  const { aprAllCostsPercent } = computeDisclosure({ ...loan, domainName: '' }, now());
  const { lateFeeBps, defaultRateBps } = readPlan(loan);
  const forBusiness = Boolean(loan.businessStatement);
  for (const party of ['BORROWER', 'LENDER'] as const) {
    const address = addresses[party];
    if (!address) continue;
    const place = await readStoredPlace(address);
    const violation = findViolation(
      rules,
      { ...loan, aprAllCostsPercent, lateFeeBps, defaultRateBps, forBusiness },
      { party, place },
    );
    if (!violation) continue;
    const message = `${violation.sentence} ${advice[step][violation.rule]}`;
    throw new DomainError('CONFLICT', message, { reason: reasons[violation.rule] });
  }
}

/** Throws CONFLICT for an address of an earlier release with a country that cannot be read. */
export async function assertCountryReadable(address: LegalAddress | null): Promise<void> {
  if (address === null || (await readStoredPlace(address)) !== null) return;
  throw new DomainError(
    'CONFLICT',
    'We can’t read the country of your legal address. Choose it in Settings, then make your offer.',
    { reason: 'COUNTRY_UNREADABLE' },
  );
}
