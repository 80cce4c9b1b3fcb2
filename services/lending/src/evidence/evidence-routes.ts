/** HTTP routes to upload and download evidence files, called by the gateway. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Keyring } from '@nameloan/security/keyring';
import type { HttpReply, HttpServer } from '@nameloan/subgraph/http';
import { accountOf } from '@nameloan/subgraph/http';
import { create as contentDisposition } from 'content-disposition';
import { addEvidence } from './add-evidence.ts';
import type { Evidence, EvidenceDetails } from './evidence.ts';
import { maxEvidenceBytes } from './evidence.ts';
import { buildEvidencePath, readEvidence } from './read-evidence.ts';

const maxGivenNameLength = 1_000;

/** Browsers revalidate cached files, so that a user who lost access cannot see them. */
const cacheControl = 'private, no-cache';

export function evidenceRoutes(app: HttpServer, keyring: Keyring): void {
  app.get<{ Params: { id: string; evidenceId: string } }>(
    '/escrow/:id/evidence/:evidenceId',
    async (request, reply) => {
      const { id: escrowId, evidenceId } = request.params;
      const file = await readEvidence(accountOf(request, keyring), { escrowId, evidenceId });
      return sendEvidence(reply, file, request.headers['if-none-match']);
    },
  );
  // A separate scope, in which a body of any content type is read as bytes.
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
        // A multipart body would otherwise be accepted as a plain text file.
        if (/^multipart\//i.test(request.headers['content-type'] ?? '')) {
          throw new DomainError(
            'UNSUPPORTED_TYPE',
            'Send the file itself as the body, not as a form.',
          );
        }
        const { name } = request.query;
        const given = typeof name === 'string' ? name.slice(-maxGivenNameLength) : '';
        const upload = { name: given, bytes: request.body };
        const details = await addEvidence(actor, request.params.id, upload);
        return reply.code(201).send({ ...buildRestEvidence(details), message: 'Evidence added' });
      },
    );
  });
}

/** As an attachment; 304 for a reader who has it. */
export function sendEvidence(reply: HttpReply, file: Evidence, knownEtag: string | undefined) {
  const etag = `"${file.sha256}"`;
  reply.header('etag', etag).header('cache-control', cacheControl);
  if (knownEtag === etag) return reply.code(304).send();
  return reply
    .type(buildContentType(file))
    .header('content-disposition', contentDisposition(file.name, { type: 'attachment' }))
    .header('x-content-type-options', 'nosniff')
    .send(file.bytes);
}

function buildContentType({ type }: Evidence): string {
  return type === 'text/plain' ? 'text/plain; charset=utf-8' : type;
}

/** With the field names of REST. */
function buildRestEvidence(details: EvidenceDetails) {
  const { id, name, type, sizeBytes, sha256, by, at } = details;
  return { id, name, type, size: sizeBytes, sha256, by, at, path: buildEvidencePath(details) };
}
