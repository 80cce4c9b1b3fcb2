/** What a country's law lets a loan be, as the installation's table has it, and whether given terms keep to it. */

import { formatRate } from '@nameloan/contracts/money.ts';
import type { Party } from '../loan/roles.ts';

export interface CountryRule {
  /** Highest nominal rate a year, basis points; null: none. */
  highestRateBps: number | null;
  /** Highest APR with all costs, basis points; null: none. */
  highestAprBps: number | null;
  /** Whether a borrower may take a loan here for other than business purposes. */
  personalLoans: boolean;
}

export interface CountryRules {
  /** What the table is and is not, for who reads it. */
  about: string;
  /** The day on which it was last gone through, YYYY-MM-DD. */
  asOf: string;
  /** What a borrower declares who takes a loan for business purposes; it stands in the contract. */
  businessStatement: string;
  /** For countries that are not in the table, and addresses whose country is not understood. */
  elsewhere: CountryRule;
  /** By ISO 3166-1 alpha-2. */
  countries: Readonly<Record<string, CountryRule>>;
}

export interface LoanUnderRules {
  rateBps: number;
  /** APR with all costs in percent; null where no rate says what the loan costs. */
  aprAllCostsPercent: number | null;
  /** Whether the borrower has declared business purposes. */
  forBusiness: boolean;
}

/** A rule that the loan breaks. */
export interface RuleViolation {
  rule: 'RATE' | 'PURPOSE';
  /** "Where the borrower lives, a loan may cost at most 20% a year." */
  sentence: string;
}

/** Whether any rule can refuse anything; where none can, nobody's country need be known. */
export function hasRestrictions({ elsewhere, countries }: CountryRules): boolean {
  return [elsewhere, ...Object.values(countries)].some(
    (rule) => rule.highestRateBps !== null || rule.highestAprBps !== null || !rule.personalLoans,
  );
}

/** The first rule that the loan breaks where this party lives; `code` null: the country is not understood. */
export function findViolation(
  rules: CountryRules,
  loan: LoanUnderRules,
  { party, code }: { party: Party; code: string | null },
): RuleViolation | null {
  const rule = (code === null ? undefined : rules.countries[code]) ?? rules.elsewhere;
  const where = `Where the ${party.toLowerCase()} lives,`;
  const { highestRateBps: rate, highestAprBps: apr } = rule;
  if (rate !== null && loan.rateBps > rate) {
    const sentence = `${where} the rate of a loan may be at most ${formatRate(rate)} a year.`;
    return { rule: 'RATE', sentence };
  }
  if (apr !== null && Math.round((loan.aprAllCostsPercent ?? Infinity) * 100) > apr) {
    const sentence = `${where} the APR with all costs may be at most ${formatRate(apr)}.`;
    return { rule: 'RATE', sentence };
  }
  if (party === 'BORROWER' && !rule.personalLoans && !loan.forBusiness) {
    const sentence = `${where} loans are open for business purposes only.`;
    return { rule: 'PURPOSE', sentence };
  }
  return null;
}
