/** The two routes of the internal door that carry PDFs. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { HttpServer } from '@nameloan/service/http.ts';
import { actorOf } from '@nameloan/service/http.ts';
import type { Keyring } from '@nameloan/service/keyring.ts';
import { readPdf } from './read-contract.ts';
import { verifyContract } from './verify-contract.ts';

const largestPdfBytes = 10 * 1024 * 1024;

/** Both need the gateway's signed actor, which may be anonymous: the token is the right. */
export function contractRoutes(app: HttpServer, keyring: Keyring): void {
  app.get<{ Params: { token: string } }>('/contracts/:token/pdf', async (request, reply) => {
    actorOf(request, keyring);
    const { bytes, fileName } = await readPdf(request.params.token);
    return reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', `inline; filename="${fileName}"`)
      .send(bytes);
  });
  // A scope of its own: here a body of any type is bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/contracts/verify', { bodyLimit: largestPdfBytes }, async (request) => {
      const actor = actorOf(request, keyring);
      if (!Buffer.isBuffer(request.body)) {
        throw new DomainError('INVALID_INPUT', 'Send the PDF as the body.');
      }
      return verifyContract(actor, request.body);
    });
  });
}
