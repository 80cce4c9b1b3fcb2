/** The caller of a request, and the signed actor that services trust. */

import type { Actor } from '@nameloan/contracts/actor';
import { signActor } from '@nameloan/security/actor';
import type { Keyring } from '@nameloan/security/keyring';

/** How long reads of one client share a signed actor, which is valid for 60 seconds. */
const sharedSignatureMs = 2000;
const maxSharedSignatures = 5000;

interface SharedSignature {
  token: string;
  untilMs: number;
  /** The signing secret, so that signatures of a rotated secret are not reused. */
  secret: string;
}

/** Signs actors with the installation's secret. */
export class ActorSigner {
  readonly #keyring: Keyring;
  readonly #shared = new Map<string, SharedSignature>();

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  sign(actor: Actor): string {
    return signActor(actor, this.#keyring.current);
  }

  /**
   * Reads of one client within two seconds share one signature, so that they can share a batch under load.
   * It carries the request id of the first read; each batched item names its own.
   */
  signShared(actor: Actor): string {
    const who = actor.kind === 'account' ? `${actor.accountId}\n${actor.sessionId}` : '';
    const key = `${who}\n${actor.ip}\n${actor.userAgent}`;
    const known = this.#shared.get(key);
    const nowMs = Date.now();
    const secret = this.#keyring.current;
    if (known && known.untilMs > nowMs && known.secret === secret) return known.token;
    if (this.#shared.size >= maxSharedSignatures) this.#shared.clear();
    const token = this.sign(actor);
    this.#shared.set(key, { token, secret, untilMs: nowMs + sharedSignatureMs });
    return token;
  }
}

/** The actor of a request, signed on first use. */
export class Caller {
  readonly actor: Actor;
  /** Wall time at which the access token expires; undefined for anonymous callers. */
  readonly tokenEndsMs: number | undefined;
  readonly #signer: ActorSigner;
  #token: string | undefined;

  constructor(actor: Actor, signer: ActorSigner, tokenEndsMs?: number) {
    this.actor = actor;
    this.tokenEndsMs = tokenEndsMs;
    this.#signer = signer;
  }

  /** The signature for mutations, used by this request only. */
  get token(): string {
    this.#token ??= this.#signer.sign(this.actor);
    return this.#token;
  }

  get readToken(): string {
    return this.#token ?? this.#signer.signShared(this.actor);
  }

  /** The same caller for a later read, with another request id. */
  withRequestId(requestId: string): Caller {
    return new Caller({ ...this.actor, requestId }, this.#signer, this.tokenEndsMs);
  }
}
