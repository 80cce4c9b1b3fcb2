/** The suffixes whose names the platform can hold, as data: what a transfer there takes, costs and locks. */

/** The day on which the rows below were last gone through against the registries' published rules. */
export const suffixesAsOf = '2026-11-01';

export interface SuffixRow {
  /** As A-labels, without a leading dot. */
  readonly suffix: string;
  /** Which registry connection carries it. */
  readonly registry: string;
  /** Days of the losing registrar's silence after which the registry approves a transfer. */
  readonly approvalDays: number;
  /** Days after a transfer in during which the name cannot be transferred out again. */
  readonly lockDays: number;
  /** What the owner pays for a transfer in, in whole US cents; a premium name costs more. */
  readonly transferFeeCents: number;
  /** What the owner pays for one more year, in whole US cents; a premium name costs more. */
  readonly renewalFeeCents: number;
  /** Years that a transfer adds to the registration. */
  readonly yearsAdded: number;
  /** Longest registration counted from today, in years. */
  readonly maxYears: number;
}

type TldTerms = readonly [
  suffix: string,
  registry: string,
  transferFeeCents: number,
  renewalFeeCents: number,
];

/**
 * gTLDs, all alike by ICANN's Transfer Policy (section I.A: five calendar days of silence are consent;
 * section I.A.3: no second transfer within 60 days; one year added) and the registry agreements (ten
 * years at most). The fees are the platform's own prices, which cover the registry's fee; they are the
 * only figures of these rows that we may choose.
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
 * ccTLDs make their own rules. These registries run the generic transfer with an authorisation code and
 * five days of silence on the same platforms as gTLDs; the lock is the one that registrars apply there.
 * Country registries that move a name by another procedure (.uk by tag, .de at once and without the
 * losing registrar's say) have no row: their names can be added and proven, not held.
 */
const countryRules: readonly SuffixRow[] = [
  countryRow(['io', 'identity-digital', 4_500, 4_500]),
  countryRow(['me', 'identity-digital', 2_200, 2_200]),
  countryRow(['co', 'godaddy-registry', 3_200, 3_200]),
  // .ai is sold two years at a time, a transfer included; the renewal fee below is for one year.
  { ...countryRow(['ai', 'identity-digital', 16_000, 8_000]), yearsAdded: 2 },
];

const rows: ReadonlyMap<string, SuffixRow> = new Map(
  [...genericRules.map(genericRow), ...countryRules].map((row) => [row.suffix, Object.freeze(row)]),
);

/** The row of a suffix in lower-case A-labels; undefined: names under it cannot be held or listed. */
export function findSuffix(suffix: string): SuffixRow | undefined {
  return rows.get(suffix);
}

/** The row of a name that is known to have one: the rules let nothing else be transferred or renewed. */
export function requireSuffix({ suffix }: { suffix: string }): SuffixRow {
  const row = findSuffix(suffix);
  if (!row) throw new Error(`no row for the suffix ${suffix}`);
  return row;
}

/** All rows, in no order that means anything. */
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

function countryRow(figures: TldTerms): SuffixRow {
  const row = genericRow(figures);
  // .co is registered for five years at most; the others follow the ten of the generic platforms.
  return { ...row, maxYears: row.suffix === 'co' ? 5 : 10 };
}
