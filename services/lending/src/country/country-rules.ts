/** The rules that an installation sets per country, and the check of a loan against them. */

import { formatRate } from '@nameloan/contracts/money';
import type { Party } from '../loan/roles.ts';

export interface CountryRule {
  /** Maximum nominal rate per year, basis points; null: no limit. */
  highestRateBps: number | null;
  /** Maximum APR with all costs, basis points; null: no limit. */
  highestAprBps: number | null;
  /** Maximum late fee, basis points of the instalment; absent: none where the rate or the APR is limited, else no limit. */
  maxLateFeeBps?: number | undefined;
  /** Maximum addition to the rate on overdue principal, basis points; absent: as for the late fee. */
  maxDefaultRateBps?: number | undefined;
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
  /** Keyed by ISO 3166-1 alpha-2 code, or ISO 3166-2 for US states and Canadian provinces, such as US-NY. */
  countries: Readonly<Record<string, CountryRule>>;
}

export interface LoanUnderRules {
  rateBps: number;
  /** APR with all costs in percent; null when the fee takes the whole loan. */
  aprAllCostsPercent: number | null;
  /** Basis points; absent: none. */
  lateFeeBps?: number;
  defaultRateBps?: number;
  /** Whether the borrower has declared business purposes. */
  forBusiness: boolean;
}

/** A rule that the loan violates. */
export interface RuleViolation {
  rule: 'RATE' | 'CHARGE' | 'PURPOSE';
  /** "Where the borrower lives, a loan may cost at most 20% a year." */
  sentence: string;
}

/** Whether any rule restricts loans; if none does, no country needs to be looked up. */
export function hasRestrictions({ elsewhere, countries }: CountryRules): boolean {
  return [elsewhere, ...Object.values(countries)].some(
    (rule) =>
      isRateLimited(rule) ||
      rule.maxLateFeeBps !== undefined ||
      rule.maxDefaultRateBps !== undefined ||
      !rule.personalLoans,
  );
}

const isRateLimited = ({ highestRateBps, highestAprBps }: CountryRule): boolean =>
  highestRateBps !== null || highestAprBps !== null;

/** Where a party lives. */
export interface RuledPlace {
  countryCode: string;
  subdivision: string | null;
}

/** Returns the first rule that the loan violates where a party lives; `place` is null for an unknown country. */
export function findViolation(
  rules: CountryRules,
  loan: LoanUnderRules,
  { party, place }: { party: Party; place: RuledPlace | null },
): RuleViolation | null {
  for (const rule of listRules(rules, place)) {
    const violation = findRuleViolation(rule, loan, party);
    if (violation) return violation;
  }
  return null;
}

/** A country's rows for its states all apply to an address without one, because it may be in the strictest. */
function listRules({ countries, elsewhere }: CountryRules, place: RuledPlace | null) {
  if (place === null) return [elsewhere];
  const { countryCode, subdivision } = place;
  const general = countries[countryCode] ?? elsewhere;
  if (subdivision !== null) return [countries[subdivision] ?? general];
  const states = Object.entries(countries).filter(([code]) => code.startsWith(`${countryCode}-`));
  return [general, ...states.map(([, rule]) => rule)];
}

function findRuleViolation(
  rule: CountryRule,
  loan: LoanUnderRules,
  party: Party,
): RuleViolation | null {
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
  const charge = findChargeViolation(rule, loan);
  if (charge !== null) return { rule: 'CHARGE', sentence: `${where} ${charge}` };
  if (party === 'BORROWER' && !rule.personalLoans && !loan.forBusiness) {
    const sentence = `${where} only loans for business purposes are allowed.`;
    return { rule: 'PURPOSE', sentence };
  }
  return null;
}

/** The end of the sentence; null without a violation. */
function findChargeViolation(rule: CountryRule, loan: LoanUnderRules): string | null {
  const limit = isRateLimited(rule) ? 0 : Number.POSITIVE_INFINITY;
  const maxLateFeeBps = rule.maxLateFeeBps ?? limit;
  const maxDefaultRateBps = rule.maxDefaultRateBps ?? limit;
  const { lateFeeBps = 0, defaultRateBps = 0 } = loan;
  if (lateFeeBps > maxLateFeeBps)
    return maxLateFeeBps === 0
      ? 'a loan may have no late fee.'
      : `a late fee may be at most ${formatRate(maxLateFeeBps)} of the payment.`;
  if (defaultRateBps > maxDefaultRateBps)
    return maxDefaultRateBps === 0
      ? 'a loan may have no default rate.'
      : `the default rate may be at most ${formatRate(maxDefaultRateBps)} a year.`;
  return null;
}
