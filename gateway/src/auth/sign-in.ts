/** Authenticates requests by their access token. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { unavailableMessage } from '../api-error.ts';
import type { ActorSigner } from './caller.ts';
import { Caller } from './caller.ts';
import type { KeySet } from './key-set.ts';
import { KeysUnavailableError } from './key-set.ts';
import type { RevocationList } from './revocation-list.ts';

const issuer = 'nameloan';
const maxTokenLength = 4096;
const maxRememberedTokens = 10_000;
/** How far the clock of another machine may be ahead. */
const maxSkewSeconds = 5;

const claimsShape = z.object({
  sub: z.string().min(1).max(100),
  sid: z.string().min(1).max(100),
  iat: z.number(),
  exp: z.number(),
});

interface VerifiedToken {
  accountId: string;
  sessionId: string;
  endsMs: number;
}

/** The network origin of a request. */
export interface RequestOrigin {
  ip: string;
  userAgent: string;
  requestId: string;
}

export const messages = {
  missing: 'Please log in first.',
  invalid: 'This access token is not valid. Please log in again.',
  expired: 'This access token has expired.',
  ended: 'This session has ended. Please log in again.',
};

type Headers = Record<string, string | string[] | undefined>;

/** Reads the token from `x-access-token`, else from `Authorization: Bearer`. */
export function readToken(headers: Headers): string | undefined {
  const own = headers['x-access-token'];
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  const { authorization } = headers;
  if (typeof authorization !== 'string') return undefined;
  const bearer = /^bearer(?:\s+(.*))?$/i.exec(authorization.trim());
  return bearer ? (bearer[1] ?? '') : undefined;
}

/**
 * Reads the token of a socket from its connection parameters: `accessToken`, else `x-access-token`, else
 * `Authorization: Bearer`. Names are compared like those of headers.
 */
export function readSocketToken(
  parameters: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const given = Object.entries(parameters ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  const { accesstoken, ...headers } = Object.fromEntries(given);
  const isAbsent = accesstoken === undefined || accesstoken === null || accesstoken === '';
  return isAbsent ? readToken(headers) : String(accesstoken);
}

const rejectToken = (sentence: string): never => {
  throw new DomainError('UNAUTHENTICATED', sentence);
};

export class Authenticator {
  readonly #keys: KeySet;
  readonly #revoked: RevocationList;
  readonly #signer: ActorSigner;
  /** Verified tokens, so that a signature is verified only once. */
  readonly #known = new Map<string, VerifiedToken>();

  constructor(keys: KeySet, revoked: RevocationList, signer: ActorSigner) {
    this.#keys = keys;
    this.#revoked = revoked;
    this.#signer = signer;
  }

  /** A caller without an account. */
  anonymous(origin: RequestOrigin): Caller {
    return new Caller({ kind: 'anonymous', ...origin }, this.#signer);
  }

  /**
   * Authenticates a token; without one the caller is anonymous. Throws UNAUTHENTICATED for an invalid token, and
   * UNAVAILABLE until the keys and the list of ended sessions were loaded once.
   */
  async authenticate(token: string | undefined, origin: RequestOrigin): Promise<Caller> {
    if (token === undefined) return this.anonymous(origin);
    const { accountId, sessionId, endsMs } = await this.#check(token);
    const actor: Actor = { kind: 'account', accountId, sessionId, ...origin };
    return new Caller(actor, this.#signer, endsMs);
  }

  async #check(token: string): Promise<VerifiedToken> {
    const known = this.#known.get(token) ?? (await this.#verify(token));
    if (known.endsMs <= Date.now()) {
      this.#known.delete(token);
      return rejectToken(messages.expired);
    }
    if (!this.#revoked.loaded)
      throw new DomainError('UNAVAILABLE', unavailableMessage, { retryAfterSeconds: 2 });
    if (this.#revoked.has(known.sessionId)) return rejectToken(messages.ended);
    return known;
  }

  async #verify(token: string): Promise<VerifiedToken> {
    if (token.length === 0 || token.length > maxTokenLength) return rejectToken(messages.invalid);
    const known = await this.#read(token);
    if (this.#known.size >= maxRememberedTokens) this.#known.clear();
    this.#known.set(token, known);
    return known;
  }

  async #read(token: string): Promise<VerifiedToken> {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = typeof kid === 'string' ? await this.#keys.find(kid) : undefined;
          return key ?? rejectToken(messages.invalid);
        },
        { algorithms: ['ES256'], issuer, requiredClaims: ['sub', 'sid', 'iat', 'exp'] },
      );
      const claims = claimsShape.parse(payload);
      const nowSeconds = Date.now() / 1000;
      if (claims.iat > nowSeconds + maxSkewSeconds) return rejectToken(messages.invalid);
      return { accountId: claims.sub, sessionId: claims.sid, endsMs: claims.exp * 1000 };
    } catch (error) {
      if (error instanceof KeysUnavailableError) {
        throw new DomainError('UNAVAILABLE', unavailableMessage, { retryAfterSeconds: 2 });
      }
      if (error instanceof errors.JWTExpired) return rejectToken(messages.expired);
      return rejectToken(messages.invalid);
    }
  }
}
