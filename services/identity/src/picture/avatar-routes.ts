/** Route on the internal port that serves avatars. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Keyring } from '@nameloan/security/keyring';
import type { HttpServer } from '@nameloan/subgraph/http';
import { actorOf } from '@nameloan/subgraph/http';
import { pictures } from './picture.model.ts';
import { parseDataUrl } from './picture.ts';

/** One year; the content of an address never changes (RFC 8246). */
const immutableCache = 'public, max-age=31536000, immutable';

/**
 * The gateway's signed actor may be anonymous, because an img tag sends no token. The address is a 256-bit digest of
 * the picture, so only someone who has seen it can know it. Replaced or deleted pictures are not found.
 */
export function avatarRoutes(app: HttpServer, keyring: Keyring): void {
  app.get<{ Params: { digest: string } }>('/avatars/:digest', async (request, reply) => {
    actorOf(request, keyring);
    const { digest } = request.params;
    const picture = await pictures.findOne({ digest });
    if (!picture) throw new DomainError('NOT_FOUND', 'There is no such picture.');
    const etag = `"${digest}"`;
    reply.header('etag', etag).header('cache-control', immutableCache);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const { type, bytes } = parseDataUrl(picture.dataUrl);
    return reply.type(type).send(bytes);
  });
}
