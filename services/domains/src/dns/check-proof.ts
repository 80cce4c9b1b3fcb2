/** Checks that an account controls a domain: every resolver must see the account's TXT record. */

import type { TxtAnswer } from './resolve-txt.ts';
import { resolveTxt } from './resolve-txt.ts';

export interface ProofQuery {
  /** As A-labels. */
  readonly domain: string;
  /** The expected TXT value. */
  readonly record: string;
  /** At least one `host:port`. */
  readonly resolvers: readonly string[];
  /** For each query; all run in parallel. */
  readonly timeoutMs: number;
}

export type ProofOutcome = 'FOUND' | 'MISSING' | 'UNKNOWN';

export interface ResolverFinding {
  readonly resolver: string;
  readonly name: string;
  /** The values found, shortened: at most 10 values of at most 200 characters. */
  readonly records: string[];
  readonly result: 'FOUND' | 'ABSENT' | 'OTHER' | 'UNKNOWN';
  /** A sentence for the owner. */
  readonly detail: string;
}

export interface ProofResult {
  readonly outcome: ProofOutcome;
  readonly findings: ResolverFinding[];
}

const maxRecords = 10;
const maxRecordLength = 200;

/** Host names that may have the record, the recommended one first. */
export function proofHosts(domain: string): [string, string] {
  return [`_nameloan-challenge.${domain}`, domain];
}

/**
 * FOUND: every resolver sees the record at one of the two host names. MISSING: every resolver reports that
 * neither has it. Anything else, including disagreement, is UNKNOWN and may be retried.
 */
export async function checkProof(query: ProofQuery): Promise<ProofResult> {
  if (query.resolvers.length === 0) throw new TypeError('At least one resolver is needed.');
  const byResolver = await Promise.all(
    query.resolvers.map((resolver) => queryBothHosts(query, resolver)),
  );
  const outcomes = new Set(byResolver.map(outcomeOf));
  const [only] = outcomes;
  return {
    outcome: outcomes.size === 1 && only !== undefined ? only : 'UNKNOWN',
    findings: byResolver.flat(),
  };
}

function queryBothHosts(query: ProofQuery, resolver: string): Promise<ResolverFinding[]> {
  return Promise.all(
    proofHosts(query.domain).map(async (name) => {
      const answer = await resolveTxt({ name, resolver, timeoutMs: query.timeoutMs });
      return toFinding(answer, { name, resolver, record: query.record });
    }),
  );
}

function outcomeOf(findings: readonly ResolverFinding[]): ProofOutcome {
  if (findings.some(({ result }) => result === 'FOUND')) return 'FOUND';
  return findings.some(({ result }) => result === 'UNKNOWN') ? 'UNKNOWN' : 'MISSING';
}

/** The resolver library's (c-ares) error codes as text for the domain's owner. */
const reasons: Readonly<Record<string, string>> = {
  ETIMEOUT: 'it did not respond in time',
  ECANCELLED: 'it did not respond in time',
  ECONNREFUSED: 'it cannot be reached',
  EREFUSED: 'it refused the query',
  ESERVFAIL: 'it had an internal error',
  EBADRESP: 'its answer could not be read',
};

const describeError = (code: string) => reasons[code] ?? `it returned ${code}`;

function toFinding(
  answer: TxtAnswer,
  { name, resolver, record }: { name: string; resolver: string; record: string },
): ResolverFinding {
  const at = { resolver, name };
  if (answer.kind === 'UNCLEAR') {
    const detail = `${resolver} gave no clear answer for ${name}: ${describeError(answer.code)}.`;
    return { ...at, records: [], result: 'UNKNOWN', detail };
  }
  const values = answer.kind === 'VALUES' ? answer.values : [];
  const records = shortenRecords(values, record);
  if (values.some((value) => value.trim() === record)) {
    return { ...at, records, result: 'FOUND', detail: `${resolver} sees the record at ${name}.` };
  }
  if (values.length === 0) {
    return {
      ...at,
      records,
      result: 'ABSENT',
      detail: `${resolver} sees no TXT record at ${name}.`,
    };
  }
  const others =
    values.length === 1 ? 'one other TXT record' : `${values.length} other TXT records`;
  const detail = `${resolver} sees ${others} at ${name}, but not this one.`;
  return { ...at, records, result: 'OTHER', detail };
}

/** Shortens the values for storage, with the expected value first so that it is never dropped. */
function shortenRecords(values: readonly string[], record: string): string[] {
  const expected = values.filter((value) => value.trim() === record);
  const others = values.filter((value) => value.trim() !== record);
  return [...expected, ...others]
    .slice(0, maxRecords)
    .map((value) => value.slice(0, maxRecordLength));
}
