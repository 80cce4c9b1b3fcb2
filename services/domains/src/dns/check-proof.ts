/** Checks that an account controls a domain: the resolvers must see one of the account's records. */

import type { ProofFinding } from '@nameloan/contracts/proof-findings';
import { describeFinding } from '@nameloan/contracts/proof-findings';
import type { ProofKind } from './proof-kinds.ts';
import type { TxtAnswer } from './resolve-txt.ts';
import { resolveTxt } from './resolve-txt.ts';
import type { Resolver } from './resolver.ts';

/** A TXT value, or for CNAME the name to which the challenge host may be an alias. */
export interface ProofRecord {
  readonly kind: Exclude<ProofKind, 'NAMESERVERS'>;
  readonly value: string;
}

export interface ProofQuery {
  /** As A-labels. */
  readonly domain: string;
  /** The accepted records, the one to report first if several are there. */
  readonly records: readonly ProofRecord[];
  /** At least one. */
  readonly resolvers: readonly Resolver[];
  /** For each query; all run in parallel. */
  readonly timeoutMs: number;
}

export type ProofOutcome = 'FOUND' | 'MISSING' | 'UNKNOWN';

/**
 * What DNSSEC says about the answers. SECURE: a trusted resolver has validated what decided the outcome. INSECURE: one
 * answered, and the zone is not signed. BOGUS: the signatures are invalid. UNKNOWN: no clear answer, or none is trusted.
 */
export const proofValidations = ['SECURE', 'INSECURE', 'BOGUS', 'UNKNOWN'] as const;
export type ProofValidation = (typeof proofValidations)[number];

export interface ResolverFinding extends Readonly<Omit<ProofFinding, 'host'>> {
  readonly name: string;
  /** The kind of the record that was found. */
  readonly kind: ProofKind | null;
  /** A trusted resolver has validated the answer's signatures (DNSSEC). */
  readonly secure: boolean;
  /** The values found, shortened: at most 10 values of at most 200 characters. */
  readonly records: string[];
  /** A sentence for the owner. */
  readonly detail: string;
}

export interface ProofResult {
  readonly outcome: ProofOutcome;
  /** What proves the domain; null unless the outcome is FOUND. */
  readonly kind: ProofKind | null;
  readonly validation: ProofValidation;
  readonly findings: ResolverFinding[];
}

const maxRecords = 10;
const maxRecordLength = 200;

/** Host names that may have the record, the recommended one first. */
export function proofHosts(domain: string): [string, string] {
  return [`_nameloan-challenge.${domain}`, domain];
}

/**
 * FOUND: every resolver sees a record at one of the two host names. MISSING: every resolver reports that neither has
 * one. Anything else, including disagreement, is UNKNOWN and may be retried. The validated answer (SECURE) of one
 * trusted resolver counts for all, unless a trusted resolver found invalid signatures (BOGUS).
 */
export async function checkProof(query: ProofQuery): Promise<ProofResult> {
  if (query.resolvers.length === 0) throw new TypeError('At least one resolver is needed.');
  const byResolver = await Promise.all(
    query.resolvers.map((resolver) => queryBothHosts(query, resolver)),
  );
  const secure = findSecure(query, byResolver);
  const deciding = secure ?? byResolver;
  const outcomes = new Set(deciding.map(outcomeOf));
  const [only] = outcomes;
  const outcome = outcomes.size === 1 && only !== undefined ? only : 'UNKNOWN';
  const kind = outcome === 'FOUND' ? findCommonKind(query, deciding) : null;
  const validation =
    secure && outcome !== 'UNKNOWN' ? 'SECURE' : findUnvalidated(query, byResolver);
  return { outcome, kind, validation, findings: byResolver.flat() };
}

/** Why the outcome is not SECURE. */
function findUnvalidated(
  { resolvers }: ProofQuery,
  byResolver: readonly Findings[],
): ProofValidation {
  if (byResolver.flat().some(({ errorCode }) => errorCode === 'EBOGUS')) return 'BOGUS';
  const isAnswered = byResolver.some(
    (findings, index) => resolvers[index]?.trusted && outcomeOf(findings) !== 'UNKNOWN',
  );
  return isAnswered ? 'INSECURE' : 'UNKNOWN';
}

type Findings = readonly ResolverFinding[];

/** The findings of the trusted resolvers, if all of those that answered have validated the same outcome. */
function findSecure(
  { resolvers }: ProofQuery,
  byResolver: readonly Findings[],
): readonly Findings[] | undefined {
  const trusted = byResolver.filter((_, index) => resolvers[index]?.trusted);
  const isBogus = trusted.flat().some(({ errorCode }) => errorCode === 'EBOGUS');
  const secure = trusted.filter(isSecure);
  if (isBogus || secure.length === 0) return undefined;
  const others = trusted.filter((each) => !secure.includes(each) && outcomeOf(each) !== 'UNKNOWN');
  return [...secure, ...others];
}

/** Whether the answers that decide this resolver's outcome are validated. */
function isSecure(findings: Findings): boolean {
  const found = findings.filter(({ result }) => result === 'FOUND');
  return found.length > 0
    ? found.some(({ secure }) => secure)
    : findings.every((one) => one.secure);
}

/** The first accepted kind that every resolver sees, or else the first that one of them sees. */
function findCommonKind(
  { records }: ProofQuery,
  byResolver: readonly Findings[],
): ProofKind | null {
  const seen = byResolver.map((findings) => new Set(findings.map(({ kind }) => kind)));
  const kinds = records.map(({ kind }) => kind);
  const common = kinds.find((kind) => seen.every((each) => each.has(kind)));
  return common ?? kinds.find((kind) => seen.some((each) => each.has(kind))) ?? null;
}

function queryBothHosts(query: ProofQuery, resolver: Resolver): Promise<ResolverFinding[]> {
  const [challengeHost] = proofHosts(query.domain);
  return Promise.all(
    proofHosts(query.domain).map(async (name) => {
      const answer = await resolveTxt({ name, resolver, timeoutMs: query.timeoutMs });
      const isAccepted = ({ kind }: ProofRecord) => kind !== 'CNAME' || name === challengeHost;
      const records = query.records.filter(isAccepted);
      return toFinding(answer, { name, resolver: resolver.address, records });
    }),
  );
}

function outcomeOf(findings: Findings): ProofOutcome {
  if (findings.some(({ result }) => result === 'FOUND')) return 'FOUND';
  return findings.some(({ result }) => result === 'UNKNOWN') ? 'UNKNOWN' : 'MISSING';
}

function toFinding(
  answer: TxtAnswer,
  host: { name: string; resolver: string; records: readonly ProofRecord[] },
): ResolverFinding {
  const { name, resolver, records } = host;
  if (answer.kind === 'UNCLEAR') {
    const finding = {
      resolver,
      result: 'UNKNOWN',
      otherRecords: 0,
      errorCode: answer.code,
    } as const;
    return complete(finding, { name, kind: null, secure: false, records: [] });
  }
  const values = answer.kind === 'VALUES' ? answer.values : [];
  const found = records.find(({ kind, value }) =>
    kind === 'CNAME' ? answer.aliases.includes(value) : values.some((one) => one.trim() === value),
  );
  const result = found ? 'FOUND' : values.length === 0 ? 'ABSENT' : 'OTHER';
  const otherRecords = result === 'OTHER' ? values.length : 0;
  const kind = found?.kind ?? null;
  const shortened = shortenRecords(values, found?.value);
  return complete(
    { resolver, result, otherRecords, errorCode: null },
    { name, kind, secure: answer.secure, records: shortened },
  );
}

function complete(
  finding: Pick<ResolverFinding, 'resolver' | 'result' | 'otherRecords' | 'errorCode'>,
  more: Pick<ResolverFinding, 'name' | 'kind' | 'secure' | 'records'>,
): ResolverFinding {
  return { ...finding, ...more, detail: describeFinding({ ...finding, host: more.name }) };
}

/** Shortens the values for storage, with the expected value first so that it is never dropped. */
function shortenRecords(values: readonly string[], expected: string | undefined): string[] {
  const isExpected = (value: string) => value.trim() === expected;
  return [...values.filter(isExpected), ...values.filter((value) => !isExpected(value))]
    .slice(0, maxRecords)
    .map((value) => value.slice(0, maxRecordLength));
}
