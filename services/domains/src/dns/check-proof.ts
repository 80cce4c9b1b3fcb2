/** The proof that an account controls a domain: every resolver must see the account's own TXT record. */

import type { TxtAnswer } from './resolve-txt.ts';
import { resolveTxt } from './resolve-txt.ts';

export interface ProofQuery {
  /** As A-labels. */
  readonly domain: string;
  /** The whole TXT value to look for. */
  readonly record: string;
  /** `host:port` each, at least one. */
  readonly resolvers: readonly string[];
  /** For every single question; all are asked at once. */
  readonly timeoutMs: number;
}

export type ProofOutcome = 'FOUND' | 'MISSING' | 'UNKNOWN';

export interface ResolverFinding {
  readonly resolver: string;
  readonly name: string;
  /** What stood there, shortened: at most 10 values of at most 200 characters. */
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

/** Where the record may stand, the recommended place first. */
export function proofHosts(domain: string): [string, string] {
  return [`_nameloan-challenge.${domain}`, domain];
}

/**
 * FOUND: every resolver sees the record at one of the two places. MISSING: every resolver says for
 * certain that it stands at neither. All else, disagreement included, is UNKNOWN and worth a retry.
 */
export async function checkProof(question: ProofQuery): Promise<ProofResult> {
  if (question.resolvers.length === 0) throw new TypeError('At least one resolver is needed.');
  const sights = await Promise.all(
    question.resolvers.map((resolver) => queryBothHosts(question, resolver)),
  );
  const verdicts = new Set(sights.map(outcomeOf));
  const [only] = verdicts;
  return {
    outcome: verdicts.size === 1 && only !== undefined ? only : 'UNKNOWN',
    findings: sights.flat(),
  };
}

function queryBothHosts(question: ProofQuery, resolver: string): Promise<ResolverFinding[]> {
  return Promise.all(
    proofHosts(question.domain).map(async (name) => {
      const answer = await resolveTxt({ name, resolver, timeoutMs: question.timeoutMs });
      return toFinding(answer, { name, resolver, record: question.record });
    }),
  );
}

function outcomeOf(sights: readonly ResolverFinding[]): ProofOutcome {
  if (sights.some((sight) => sight.result === 'FOUND')) return 'FOUND';
  return sights.some((sight) => sight.result === 'UNKNOWN') ? 'UNKNOWN' : 'MISSING';
}

/** c-ares' codes in the words that a domain's owner reads. */
const reasons: Readonly<Record<string, string>> = {
  ETIMEOUT: 'it did not answer in time',
  ECANCELLED: 'it did not answer in time',
  ECONNREFUSED: 'it cannot be reached',
  EREFUSED: 'it refused to answer',
  ESERVFAIL: 'it could not find out',
  EBADRESP: 'its answer could not be read',
};

const describeError = (code: string) => reasons[code] ?? `it answered with ${code}`;

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

/** Shortened for the record, the wanted value first so that it is never the one left out. */
function shortenRecords(values: readonly string[], record: string): string[] {
  const wanted = values.filter((value) => value.trim() === record);
  const others = values.filter((value) => value.trim() !== record);
  return [...wanted, ...others]
    .slice(0, maxRecords)
    .map((value) => value.slice(0, maxRecordLength));
}
