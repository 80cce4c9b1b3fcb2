/** Security headers for every response, and CORS for the configured origins. */

import { newId } from '@nameloan/runtime/id';
import type { FastifyReply, FastifyRequest } from 'fastify';

const validRequestId = /^[A-Za-z0-9._-]{8,64}$/;

/** The request id given by a client or proxy if it is valid, else a new one. */
export function parseRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && validRequestId.test(given) ? given : newId();
}

/** Headers of every response. `secure`: the public URL is https. */
export function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

const allowedHeaders = 'content-type, x-access-token, authorization, x-request-id';

/** Handles preflight requests and sets CORS headers for the configured origins. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: string) {
    const list = origins.split(',').map((one) => one.trim());
    this.#origins = new Set(list.filter((one) => one !== ''));
  }

  /** Returns true if the request was a preflight. */
  apply(request: FastifyRequest, reply: FastifyReply): boolean {
    if (this.#origins.size === 0) return false;
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (!origin || !this.#origins.has(origin)) return false;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'x-request-id, retry-after');
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method'])
      return false;
    reply.header('access-control-allow-methods', 'GET, POST, DELETE');
    reply.header('access-control-allow-headers', allowedHeaders);
    reply.header('access-control-max-age', '600');
    return true;
  }
}
