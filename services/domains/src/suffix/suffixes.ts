/** The supported suffixes with their transfer rules and fees. */

/** The day on which the rows below were last checked against the registries' published rules. */
export const suffixesAsOf = '2026-11-01';

export interface SuffixRow {
  /** As A-labels, without a leading dot. */
  readonly suffix: string;
  /** The registry that operates the suffix. */
  readonly registry: string;
  /** Days after which the registry approves a transfer without a response from the losing registrar. */
  readonly approvalDays: number;
  /** Days after a transfer in during which the name cannot be transferred out. */
  readonly lockDays: number;
  /** The owner's fee for a transfer in, in whole US cents; premium names cost more. */
  readonly transferFeeCents: number;
  /** The owner's fee for one more year, in whole US cents; premium names cost more. */
  readonly renewalFeeCents: number;
  /** Years that a transfer adds to the registration. */
  readonly yearsAdded: number;
  /** Maximum registration from today, in years. */
  readonly maxYears: number;
}

type TldTerms = readonly [
  suffix: string,
  registry: string,
  transferFeeCents: number,
  renewalFeeCents: number,
];

/**
 * gTLDs follow ICANN's Transfer Policy (section I.A: approval after five calendar days without a response; section
 * I.A.3: no second transfer within 60 days; one year added) and the registry agreements (at most ten years). The fees
 * are the platform's prices, which cover the registry's fees; they are the only values here that we choose.
 */
const genericRules: readonly TldTerms[] = [
  ['com', 'verisign', 1_200, 1_200],
  ['net', 'verisign', 1_400, 1_400],
  ['org', 'pir', 1_300, 1_300],
  ['info', 'identity-digital', 2_400, 2_400],
  ['biz', 'godaddy-registry', 2_200, 2_200],
  ['dev', 'google-registry', 1_600, 1_600],
  ['app', 'google-registry', 2_200, 2_200],
  ['xyz', 'xyz', 2_200, 2_200],
  ['tech', 'radix', 5_500, 5_500],
  ['online', 'radix', 4_000, 4_000],
  ['store', 'radix', 5_000, 5_000],
  ['site', 'radix', 4_000, 4_000],
  ['shop', 'gmo-registry', 4_000, 4_000],
  ['club', 'godaddy-registry', 2_400, 2_400],
];

/**
 * ccTLDs have their own rules. These registries use the generic transfer with an authorisation code and five days on
 * the same platforms as gTLDs, with the lock that registrars apply there. Country registries with another procedure
 * (.uk by tag, .de immediately and without the losing registrar) have no row: their names can be added and verified,
 * but not held.
 */
const countryRules: readonly SuffixRow[] = [
  countryRow(['io', 'identity-digital', 4_500, 4_500]),
  countryRow(['me', 'identity-digital', 2_200, 2_200]),
  countryRow(['co', 'godaddy-registry', 3_200, 3_200]),
  // .ai is registered for two years at a time, including with a transfer; the renewal fee is for one year.
  { ...countryRow(['ai', 'identity-digital', 16_000, 8_000]), yearsAdded: 2 },
];

const rows: ReadonlyMap<string, SuffixRow> = new Map(
  [...genericRules.map(genericRow), ...countryRules].map((row) => [row.suffix, Object.freeze(row)]),
);

/** The row of a suffix in lower-case A-labels; undefined when names under it cannot be held or listed. */
export function findSuffix(suffix: string): SuffixRow | undefined {
  return rows.get(suffix);
}

/** The row of a domain that must have one, because the action rules allow transfers and renewals for no other. */
export function requireSuffix({ suffix }: { suffix: string }): SuffixRow {
  const row = findSuffix(suffix);
  if (!row) throw new Error(`no row for the suffix ${suffix}`);
  return row;
}

/** All rows, in no particular order. */
export function allSuffixes(): readonly SuffixRow[] {
  return [...rows.values()];
}

function genericRow([suffix, registry, transferFeeCents, renewalFeeCents]: TldTerms): SuffixRow {
  return {
    suffix,
    registry,
    approvalDays: 5,
    lockDays: 60,
    transferFeeCents,
    renewalFeeCents,
    yearsAdded: 1,
    maxYears: 10,
  };
}

function countryRow(terms: TldTerms): SuffixRow {
  const row = genericRow(terms);
  // .co is registered for at most five years, the others for ten like gTLDs.
  return { ...row, maxYears: row.suffix === 'co' ? 5 : 10 };
}
