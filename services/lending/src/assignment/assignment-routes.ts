/** HTTP routes for the files of a sale, called by the gateway. */

import type { Keyring } from '@nameloan/security/keyring';
import type { HttpServer } from '@nameloan/subgraph/http';
import { accountOf } from '@nameloan/subgraph/http';
import { sendPdf } from '../contract/contract-routes.ts';
import { sendEvidence } from '../evidence/evidence-routes.ts';
import { readDeed, readSaleEvidence } from './read-deed.ts';

export function assignmentRoutes(app: HttpServer, keyring: Keyring): void {
  app.get<{ Params: { token: string } }>('/assignments/:token/deed', async (request, reply) =>
    sendPdf(reply, await readDeed(accountOf(request, keyring), request.params.token)),
  );
  app.get<{ Params: { token: string; evidenceId: string } }>(
    '/assignments/:token/evidence/:evidenceId',
    async (request, reply) => {
      const { token: key, evidenceId } = request.params;
      const file = await readSaleEvidence(accountOf(request, keyring), { key, evidenceId });
      return sendEvidence(reply, file, request.headers['if-none-match']);
    },
  );
}
