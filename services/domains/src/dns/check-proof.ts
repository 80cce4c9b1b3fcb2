/** Checks that an account controls a domain: every resolver must see the account's TXT record. */

import type { ProofFinding } from '@nameloan/contracts/proof-findings';
import { describeFinding } from '@nameloan/contracts/proof-findings';
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

export interface ResolverFinding extends Readonly<Omit<ProofFinding, 'host'>> {
  readonly name: string;
  /** The values found, shortened: at most 10 values of at most 200 characters. */
  readonly records: string[];
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

function toFinding(
  answer: TxtAnswer,
  { name, resolver, record }: { name: string; resolver: string; record: string },
): ResolverFinding {
  const values = answer.kind === 'VALUES' ? answer.values : [];
  const isFound = values.some((value) => value.trim() === record);
  const result =
    answer.kind === 'UNCLEAR'
      ? 'UNKNOWN'
      : isFound
        ? 'FOUND'
        : values.length === 0
          ? 'ABSENT'
          : 'OTHER';
  const finding = {
    resolver,
    result,
    otherRecords: result === 'OTHER' ? values.length : 0,
    errorCode: answer.kind === 'UNCLEAR' ? answer.code : null,
  } as const;
  const records = shortenRecords(values, record);
  return { ...finding, name, records, detail: describeFinding({ ...finding, host: name }) };
}

/** Shortens the values for storage, with the expected value first so that it is never dropped. */
function shortenRecords(values: readonly string[], record: string): string[] {
  const expected = values.filter((value) => value.trim() === record);
  const others = values.filter((value) => value.trim() !== record);
  return [...expected, ...others]
    .slice(0, maxRecords)
    .map((value) => value.slice(0, maxRecordLength));
}
