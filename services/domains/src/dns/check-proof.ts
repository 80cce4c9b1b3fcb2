/** The proof that an account controls a domain: every resolver must see the account's own TXT record. */

import type { TxtAnswer } from './ask-txt.ts';
import { askTxt } from './ask-txt.ts';

export interface ProofQuestion {
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

export interface ProofSight {
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
  readonly seen: ProofSight[];
}

const mostRecords = 10;
const longestRecord = 200;

/** Where the record may stand, the recommended place first. */
export function proofHosts(domain: string): [string, string] {
  return [`_nameloan-challenge.${domain}`, domain];
}

/**
 * FOUND: every resolver sees the record at one of the two places. MISSING: every resolver says for
 * certain that it stands at neither. All else, disagreement included, is UNKNOWN and worth a retry.
 */
export async function checkProof(question: ProofQuestion): Promise<ProofResult> {
  if (question.resolvers.length === 0) throw new TypeError('At least one resolver is needed.');
  const sights = await Promise.all(
    question.resolvers.map((resolver) => lookAtBothPlaces(question, resolver)),
  );
  const verdicts = new Set(sights.map(verdictOf));
  const [only] = verdicts;
  return {
    outcome: verdicts.size === 1 && only !== undefined ? only : 'UNKNOWN',
    seen: sights.flat(),
  };
}

function lookAtBothPlaces(question: ProofQuestion, resolver: string): Promise<ProofSight[]> {
  return Promise.all(
    proofHosts(question.domain).map(async (name) => {
      const answer = await askTxt({ name, resolver, timeoutMs: question.timeoutMs });
      return sightOf(answer, { name, resolver, record: question.record });
    }),
  );
}

function verdictOf(sights: readonly ProofSight[]): ProofOutcome {
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

const whyUnclear = (code: string) => reasons[code] ?? `it answered with ${code}`;

function sightOf(
  answer: TxtAnswer,
  { name, resolver, record }: { name: string; resolver: string; record: string },
): ProofSight {
  const at = { resolver, name };
  if (answer.kind === 'UNCLEAR') {
    const detail = `${resolver} gave no clear answer for ${name}: ${whyUnclear(answer.code)}.`;
    return { ...at, records: [], result: 'UNKNOWN', detail };
  }
  const values = answer.kind === 'VALUES' ? answer.values : [];
  const records = kept(values, record);
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
function kept(values: readonly string[], record: string): string[] {
  const wanted = values.filter((value) => value.trim() === record);
  const others = values.filter((value) => value.trim() !== record);
  return [...wanted, ...others].slice(0, mostRecords).map((value) => value.slice(0, longestRecord));
}
