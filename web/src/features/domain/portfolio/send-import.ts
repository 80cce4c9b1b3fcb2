/** Calls of the import: its preview, its start and its progress, with the reader's token. */

import type { ApiErrorDetails } from '../../../graph/api-error.ts';
import { isTransient, readErrorDetails, toErrorDetails } from '../../../graph/api-error.ts';
import { fetchFile } from '../../../graph/client.ts';

export type Verdict = 'ADD' | 'HAVE' | 'REFUSED';

export interface ImportRow {
  line: number;
  input: string;
  /** The name for display; absent if the input is not a name. */
  domain_unicode?: string;
  verdict: Verdict;
  /** Why it is not added. */
  message?: string;
  /** What the list says about it; the day is ISO 8601. */
  hints?: { expires_on: string | null; registrar: string | null };
}

export interface ImportSummary {
  total: number;
  accepted: number;
  have: number;
  refused: number;
  rows: ImportRow[];
}

export interface ImportProgress extends ImportSummary {
  id: string;
  state: 'RUNNING' | 'DONE';
  /** Number of lines that are settled. */
  settled: number;
}

/** An error message and whether the same request may succeed later, or the response's body. */
export type Answer<Body> = { error: string; passing: boolean } | { body: Body };

const toAnswer = (details: ApiErrorDetails) => ({
  error: details.message,
  passing: isTransient(details),
});

export const listTypes = [
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
  'application/vnd.ms-excel',
  // Some systems know no type for .csv.
  '',
];
const maxListBytes = 5 * 1024 * 1024;

async function call<Body>(path: string, init?: RequestInit): Promise<Answer<Body>> {
  try {
    const response = await fetchFile(path, init);
    if (!response.ok) return toAnswer(await readErrorDetails(response));
    return { body: await response.json() };
  } catch (error) {
    return toAnswer(toErrorDetails(error));
  }
}

const post = (list: Blob) => ({
  method: 'POST',
  body: list,
  headers: { 'content-type': 'text/csv' },
});

export async function previewImport(list: Blob): Promise<Answer<ImportSummary>> {
  if (list.size > maxListBytes)
    return { error: 'The list is larger than 5 MB. Split it into several.', passing: false };
  return call('/api/domains/import?commit=false', post(list));
}

export const startImport = (list: Blob): Promise<Answer<ImportProgress>> =>
  call('/api/domains/import', post(list));

export const readImport = (id: string): Promise<Answer<ImportProgress>> =>
  call(`/api/domains/imports/${encodeURIComponent(id)}`);
