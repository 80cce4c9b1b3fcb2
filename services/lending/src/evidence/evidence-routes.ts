/** The routes of the internal door that carry the files of disputes, in and out. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { HttpServer } from '@nameloan/service/http.ts';
import { accountOf } from '@nameloan/service/http.ts';
import type { Keyring } from '@nameloan/service/keyring.ts';
import { create as contentDisposition } from 'content-disposition';
import { addEvidence } from './add-evidence.ts';
import type { Evidence, EvidenceDetails } from './evidence.ts';
import { maxEvidenceBytes } from './evidence.ts';
import { evidencePath, readEvidence } from './read-evidence.ts';

const maxGivenNameLength = 1_000;

/** What is kept is looked at again before it is shown: whoever lost the right sees nothing any more. */
const cacheControl = 'private, no-cache';

export function evidenceRoutes(app: HttpServer, keyring: Keyring): void {
  app.get<{ Params: { id: string; evidenceId: string } }>(
    '/escrow/:id/evidence/:evidenceId',
    async (request, reply) => {
      const { id: escrowId, evidenceId } = request.params;
      const file = await readEvidence(accountOf(request, keyring), { escrowId, evidenceId });
      const etag = `"${file.sha256}"`;
      reply.header('etag', etag).header('cache-control', cacheControl);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply
        .type(contentType(file))
        .header('content-disposition', contentDisposition(file.name, { type: 'attachment' }))
        .header('x-content-type-options', 'nosniff')
        .send(file.bytes);
    },
  );
  // A scope of its own: here a body of any type is bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { id: string }; Querystring: { name?: unknown } }>(
      '/escrow/:id/evidence',
      { bodyLimit: maxEvidenceBytes },
      async (request, reply) => {
        const actor = accountOf(request, keyring);
        if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
          throw new DomainError('INVALID_INPUT', 'Send the file as the body.');
        }
        // A form around a text is text too, and nobody would see that it is not what was sent.
        if (/^multipart\//i.test(request.headers['content-type'] ?? '')) {
          throw new DomainError(
            'UNSUPPORTED_TYPE',
            'Send the file itself as the body, not a form.',
          );
        }
        const { name } = request.query;
        const given = typeof name === 'string' ? name.slice(-maxGivenNameLength) : '';
        const sent = { name: given, bytes: request.body };
        const facts = await addEvidence(actor, request.params.id, sent);
        return reply.code(201).send({ ...restEvidence(facts), message: 'Evidence added' });
      },
    );
  });
}

function contentType({ type }: Evidence): string {
  return type === 'text/plain' ? 'text/plain; charset=utf-8' : type;
}

/** By the names of REST. */
function restEvidence(facts: EvidenceDetails) {
  const { id, name, type, sizeBytes, sha256, by, at } = facts;
  return { id, name, type, size: sizeBytes, sha256, by, at, path: evidencePath(facts) };
}
