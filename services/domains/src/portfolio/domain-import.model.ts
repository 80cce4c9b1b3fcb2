/** Imports of an account: the names of a list with their verdicts, and how far the job has stored them. */

import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import type { ImportHints } from '../domain/domain.ts';
import { defineModel } from '../service-context.ts';

const keptDays = 7;

export const verdicts = ['ADD', 'HAVE', 'REFUSED'] as const;
export type Verdict = (typeof verdicts)[number];

export interface ImportRow {
  line: number;
  /** As it was given, shortened. */
  input: string;
  /** The A-label, or null if the input is not a name. */
  name: string | null;
  unicodeName: string | null;
  /** ADD: added, or not yet reached by the job. HAVE: already in the account, or repeated. */
  verdict: Verdict;
  /** Why it is not added; null for ADD. */
  message: string | null;
  /** What the file says about the name; absent without, and in records of an earlier version. */
  hints?: ImportHints | null;
}

export interface DomainImport {
  id: string;
  version: number;
  accountId: string;
  state: 'RUNNING' | 'DONE';
  /** Hash of the names, so that a repeated request returns the running import. */
  digest: string;
  rows: ImportRow[];
  /** Number of rows that the job has settled. */
  settledRows: number;
  createdAt: Date;
}

export const domainImports = defineModel<DomainImport>('imports', {
  label: 'import',
  fields: {
    version: Number,
    accountId: String,
    state: oneOf('RUNNING', 'DONE'),
    digest: String,
    rows: listOf({
      line: Number,
      input: String,
      name: String,
      unicodeName: String,
      verdict: oneOf(...verdicts),
      message: String,
      hints: nested({ expiresOn: String, registrar: String }),
    }),
    settledRows: Number,
    createdAt: Date,
  },
  indexes: [
    [
      { accountId: 1, digest: 1 },
      { unique: true, partialFilterExpression: { state: 'RUNNING' } },
    ],
    [{ createdAt: 1 }, { expireAfterSeconds: keptDays * 86_400 }],
  ],
});
