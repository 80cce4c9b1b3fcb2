/** Guards actions that need a verified e-mail address or a fresh session. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { emailChanging, emailNotVerified, stepUpRequired } from '@nameloan/contracts/errors';
import type { ReplyPayload, RequestPayload } from '@nameloan/contracts/requests';
import { LRUCache } from 'lru-cache';

const maxRemembered = 10_000;
const question = 'identity.account-access';

/** Sends the request to identity. */
type RequestAccess = (
  name: typeof question,
  payload: RequestPayload<typeof question>,
) => Promise<ReplyPayload<typeof question>>;

/** How the user of a session proved their identity. Times are ISO 8601. */
export type IdentityProof = NonNullable<ReplyPayload<typeof question>['proof']> & {
  emailVerified: boolean;
};

export class AccountAccess {
  readonly #request: RequestAccess;
  /** A verified address stays verified. */
  readonly #verified = new LRUCache<string, true>({ max: maxRemembered });

  constructor(request: RequestAccess) {
    this.#request = request;
  }

  /**
   * Returns the actor. EMAIL_NOT_VERIFIED if its address is not verified (`ACCOUNT_RULES=trial` permits that);
   * UNAVAILABLE if identity does not answer and has not yet done so for this account.
   */
  async unrestricted(actor: AccountActor): Promise<AccountActor> {
    const { accountId } = actor;
    if (this.#verified.has(accountId)) return actor;
    const { verified, restricted } = await this.#request(question, { accountId });
    if (restricted) throw emailNotVerified();
    if (verified) this.#verified.set(accountId, true);
    return actor;
  }

  /**
   * For signatures: both guards with one request. Returns how the user proved their identity; null if an earlier
   * release of identity replied.
   */
  async signer({ accountId, sessionId }: AccountActor): Promise<IdentityProof | null> {
    const reply = await this.#request(question, { accountId, sessionId });
    if (reply.restricted) throw emailNotVerified();
    if (!reply.freshUntil) throw stepUpRequired();
    return reply.proof ? { ...reply.proof, emailVerified: reply.verified } : null;
  }

  /**
   * Returns the actor. STEP_UP_REQUIRED if the user of the session did not prove their identity in the last 15 minutes;
   * UNAVAILABLE if identity does not answer.
   */
  async fresh(actor: AccountActor): Promise<AccountActor> {
    const { accountId, sessionId } = actor;
    const { freshUntil } = await this.#request(question, { accountId, sessionId });
    if (!freshUntil) throw stepUpRequired();
    return actor;
  }

  /**
   * Returns the actor. CONFLICT with EMAIL_CHANGING while the former address can stop a change of the account's address:
   * for actions that a thief could not undo. UNAVAILABLE if identity does not answer.
   */
  async keepsEmail(actor: AccountActor): Promise<AccountActor> {
    const { emailChangingUntil } = await this.#request(question, { accountId: actor.accountId });
    if (emailChangingUntil) throw emailChanging(emailChangingUntil);
    return actor;
  }

  /** For transfers out: throws as `keepsEmail` does. `waits`: the transfer of a valuable domain starts after a wait. */
  async leaving({ accountId }: AccountActor): Promise<{ waits: boolean }> {
    const { emailChangingUntil, strict } = await this.#request(question, { accountId });
    if (emailChangingUntil) throw emailChanging(emailChangingUntil);
    return { waits: strict };
  }
}
