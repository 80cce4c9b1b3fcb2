/** The rules that an installation sets per country, and the check of a loan against them. */

import { formatRate } from '@nameloan/contracts/money';
import type { Party } from '../loan/roles.ts';

export interface CountryRule {
  /** Maximum nominal rate per year, basis points; null: no limit. */
  highestRateBps: number | null;
  /** Maximum APR with all costs, basis points; null: no limit. */
  highestAprBps: number | null;
  /** Whether loans for other than business purposes are allowed to borrowers here. */
  personalLoans: boolean;
}

export interface CountryRules {
  /** A description of the file for its readers. */
  about: string;
  /** The day of the last review, YYYY-MM-DD. */
  asOf: string;
  /** The borrower's declaration of business purposes; the contract prints it. */
  businessStatement: string;
  /** For countries without a rule and addresses with an unknown country. */
  elsewhere: CountryRule;
  /** Keyed by ISO 3166-1 alpha-2 code. */
  countries: Readonly<Record<string, CountryRule>>;
}

export interface LoanUnderRules {
  rateBps: number;
  /** APR with all costs in percent; null when the fee takes the whole loan. */
  aprAllCostsPercent: number | null;
  /** Whether the borrower has declared business purposes. */
  forBusiness: boolean;
}

/** A rule that the loan violates. */
export interface RuleViolation {
  rule: 'RATE' | 'PURPOSE';
  /** "Where the borrower lives, a loan may cost at most 20% a year." */
  sentence: string;
}

/** Whether any rule restricts loans; if none does, no country needs to be looked up. */
export function hasRestrictions({ elsewhere, countries }: CountryRules): boolean {
  return [elsewhere, ...Object.values(countries)].some(
    (rule) => rule.highestRateBps !== null || rule.highestAprBps !== null || !rule.personalLoans,
  );
}

/** Returns the first rule that the loan violates in a party's country; `code` is null for an unknown country. */
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
    const sentence = `${where} only loans for business purposes are allowed.`;
    return { rule: 'PURPOSE', sentence };
  }
  return null;
}
