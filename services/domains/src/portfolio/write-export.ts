/** All domains of an account as CSV (RFC 4180), by name, with formulas escaped, and what reports know about them. */

import type { AccountActor } from '@nameloan/contracts/actor';
import Papa from 'papaparse';
import { shownAppraisal } from '../appraisal/choose-appraiser.ts';
import { diligenceRecords } from '../diligence/diligence.model.ts';
import type { DiligenceReport } from '../diligence/report.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';

/** The import reads the first column again. */
const columns = [
  'domain',
  'domain_unicode',
  'status',
  'labels',
  'estimated_value',
  'expires_at',
  'registrar',
  'registered_at',
] as const;
const keys = [
  'name',
  'unicodeName',
  'status',
  'labels',
  'appraisal',
  'expiresAt',
] as const satisfies (keyof Domain)[];
const readSize = 500;
/** Without this mark, spreadsheet programs read UTF-8 as a Western code page. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

export async function* writeExport({ accountId }: AccountActor): AsyncGenerator<string> {
  yield `${byteOrderMark}${columns.join(',')}${lineEnd}`;
  let after = '';
  for (;;) {
    const found = await domains.findMany(
      { accountId, active: true, name: { $gt: after } },
      { sort: { name: 1, _id: 1 }, limit: readSize, keys },
    );
    if (found.length > 0) yield writeRows(found, await readReports(found));
    if (found.length < readSize) return;
    after = found.at(-1)?.name ?? '';
  }
}

type Reports = ReadonlyMap<string, DiligenceReport | null>;

async function readReports(found: readonly Domain[]): Promise<Reports> {
  const names = found.map(({ name }) => name);
  const records = await diligenceRecords.findMany(
    { _id: { $in: names } },
    { keys: ['id', 'report'] },
  );
  return new Map(records.map(({ id, report }) => [id, report]));
}

/** Of a name in custody, the registry's expiry is known to the service; of others, that of the report. */
function writeRows(found: readonly Domain[], reports: Reports): string {
  const rows = found.map((domain) => {
    const report = reports.get(domain.name);
    const cents = shownAppraisal(domain)?.midCents;
    return [
      domain.name,
      domain.unicodeName,
      domain.status,
      (domain.labels ?? []).join('; '),
      cents === undefined ? '' : (cents / 100).toFixed(2),
      (domain.expiresAt ?? report?.expiresAt)?.toISOString() ?? '',
      report?.registrar?.name ?? '',
      report?.registeredAt?.toISOString() ?? '',
    ];
  });
  return Papa.unparse(rows, { escapeFormulae: true, newline: lineEnd }) + lineEnd;
}
