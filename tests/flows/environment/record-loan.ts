/** Records the traces of a loan from the listing to the running loan, in the product that `npm start` runs. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CollectedSpan } from '@nameloan/testkit/trace/collector';
import { startCollector } from '@nameloan/testkit/trace/collector';
import { until } from '@nameloan/testkit/until';
import { sequencePage } from '../../../tools/diagrams/draw-sequence.ts';
import { createPostedLoan, getDomain } from './loans.ts';
import { startOneProcess } from './one-process.ts';

export const sequenceFile = join(import.meta.dirname, '../../../docs/reference/loan-sequence.md');

/** The spans of all calls, events, requests and jobs, in any order. */
export async function recordLoan(): Promise<CollectedSpan[]> {
  const collector = await startCollector();
  try {
    const environment = await startOneProcess({
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    try {
      const loan = await createPostedLoan(environment);
      const status = async () => (await getDomain(loan.borrower, loan.domain)).status;
      await until(async () => (await status()) === 'IN_ESCROW', 60_000);
      const fee = ({ type, status }: { type: string; status: string }) =>
        type === 'Transfer fee' && status === 'DONE';
      await until(
        async () => (await loan.borrower.get('/transactions')).transactions.some(fee),
        60_000,
      );
    } finally {
      await environment.stop();
    }
    return collector.spans;
  } finally {
    await collector.close();
  }
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write'))
  writeFileSync(sequenceFile, sequencePage(await recordLoan()));
