/** The route of the internal door that shows avatars. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { HttpServer } from '@nameloan/service/http.ts';
import { actorOf } from '@nameloan/service/http.ts';
import type { Keyring } from '@nameloan/service/keyring.ts';
import { pictures } from './picture.model.ts';
import { parseDataUrl } from './picture.ts';

/** Of a year; what an address shows never changes (RFC 8246). */
const immutableCache = 'public, max-age=31536000, immutable';

/**
 * The gateway's signed actor may be anonymous: an img tag sends no token, and who knows the address, 256 bits that
 * only the picture itself gives, has seen it. A picture that was replaced or taken back is gone.
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
