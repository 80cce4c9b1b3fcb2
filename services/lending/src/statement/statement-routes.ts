/** HTTP routes for yearly statements and a lender's performance, called by the gateway. */

import type { Keyring } from '@nameloan/security/keyring';
import type { HttpServer } from '@nameloan/subgraph/http';
import { accountOf } from '@nameloan/subgraph/http';
import { commit, quotas } from '../service-context.ts';
import { readPerformance } from './read-performance.ts';
import { readStatement } from './read-statement.ts';
import { writeCsv } from './write-csv.ts';
import { writePdf } from './write-pdf.ts';
import { writePerformanceCsv } from './write-performance-csv.ts';

const kinds = {
  csv: { type: 'text/csv; charset=utf-8; header=present', write: writeCsv },
  pdf: { type: 'application/pdf', write: writePdf },
} as const;

export function statementRoutes(app: HttpServer, keyring: Keyring): void {
  for (const [ending, { type, write }] of Object.entries(kinds)) {
    app.get<{ Params: { year: string } }>(`/statements/:year/${ending}`, async (request, reply) => {
      const statement = await readStatement(accountOf(request, keyring), request.params.year);
      return reply
        .type(type)
        .header('cache-control', 'private, no-store')
        .header(
          'content-disposition',
          `attachment; filename="nameloan-statement-${statement.year}.${ending}"`,
        )
        .send(await write(statement));
    });
  }
  app.get('/performance/csv', async (request, reply) => {
    const account = accountOf(request, keyring);
    await commit((tx) => quotas.take('statements', account.accountId, tx));
    return reply
      .type(kinds.csv.type)
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="nameloan-performance.csv"')
      .send(await writePerformanceCsv(await readPerformance(account)));
  });
}
