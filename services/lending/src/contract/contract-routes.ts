/** HTTP routes for contract PDFs, called by the gateway. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Keyring } from '@nameloan/security/keyring';
import type { HttpReply, HttpServer } from '@nameloan/subgraph/http';
import { accountOf, actorOf } from '@nameloan/subgraph/http';
import type { ContractPdf } from './read-contract.ts';
import { readLoanPdf, readPdf } from './read-contract.ts';
import { readSpecimen } from './read-specimen.ts';
import { verifyContract } from './verify-contract.ts';

const maxPdfBytes = 10 * 1024 * 1024;

/**
 * All routes need the actor signed by the gateway; it may be anonymous where a token authorises or the PDF is public.
 */
export function contractRoutes(app: HttpServer, keyring: Keyring): void {
  app.get<{ Params: { token: string } }>('/contracts/:token/pdf', async (request, reply) => {
    const actor = actorOf(request, keyring);
    return sendPdf(reply, await readPdf(request.params.token, actor, readMethod(request)));
  });
  app.get<{ Params: { id: string } }>('/escrow/:id/contract', async (request, reply) => {
    const actor = accountOf(request, keyring);
    return sendPdf(reply, await readLoanPdf(actor, request.params.id, readMethod(request)));
  });
  app.get<{ Params: { kind: string } }>('/contracts/specimen/:kind', async (request, reply) => {
    actorOf(request, keyring);
    const { bytes, sha256, fileName } = await readSpecimen(request.params.kind);
    const etag = `"${sha256}"`;
    reply.header('etag', etag).header('cache-control', 'public, max-age=3600');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${fileName}"`)
      .send(bytes);
  });
  // A separate scope, in which a body of any content type is read as bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/contracts/verify', { bodyLimit: maxPdfBytes }, async (request) => {
      const actor = actorOf(request, keyring);
      if (!Buffer.isBuffer(request.body)) {
        throw new DomainError('INVALID_INPUT', 'Send the PDF as the body.');
      }
      return verifyContract(actor, request.body);
    });
  });
}

/** Fastify answers HEAD with the route of GET. */
const readMethod = ({ method }: { method: string }) => ({ headersOnly: method === 'HEAD' });

export function sendPdf(reply: HttpReply, { bytes, fileName }: ContractPdf) {
  return reply
    .type('application/pdf')
    .header('cache-control', 'no-store')
    .header('content-disposition', `inline; filename="${fileName}"`)
    .send(bytes);
}
