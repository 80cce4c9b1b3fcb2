/** Texts that are compressed once and sent with an etag. */

import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip';

const encodings: readonly Encoding[] = ['br', 'gzip'];

export interface CompressedText {
  /** By encoding; `undefined` is uncompressed. */
  bodies: ReadonlyMap<Encoding | undefined, Buffer>;
  etag: string;
}

/** Higher qualities would block the process for a second when the graph is reloaded. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function hashText(text: Buffer | string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27);
}

export function compressText(text: string): CompressedText {
  const whole = Buffer.from(text);
  const bodies = new Map<Encoding | undefined, Buffer>([
    [undefined, whole],
    ['br', brotliCompressSync(whole, brotliOptions)],
    ['gzip', gzipSync(whole)],
  ]);
  return { bodies, etag: hashText(whole) };
}

/** Whether an Accept-Encoding header accepts the encoding; `q=0` excludes it. */
function acceptsEncoding(accepted: string | undefined, encoding: Encoding): boolean {
  return (accepted ?? '').split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';').map((piece) => piece.trim());
    return (
      name.toLowerCase() === encoding && !parameters.some((piece) => /^q=0(\.0*)?$/.test(piece))
    );
  });
}

const matchesEtag = (header: string | undefined, tag: string) =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);

/** Sends the text in the best accepted encoding; only a 200 has an etag, and may become a 304. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { bodies, etag }: CompressedText,
): FastifyReply {
  const encoding = encodings.find(
    (one) => bodies.has(one) && acceptsEncoding(request.headers['accept-encoding'], one),
  );
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
  if (reply.statusCode === 200) {
    const tag = `"${etag}${encoding ? `-${encoding}` : ''}"`;
    reply.header('etag', tag);
    if (matchesEtag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  }
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(bodies.get(encoding));
}
