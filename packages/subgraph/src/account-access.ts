/** Guards actions that need a verified e-mail address or a fresh session. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { emailNotVerified, stepUpRequired } from '@nameloan/contracts/errors';
import { LRUCache } from 'lru-cache';
import type { ServiceContext } from './service-context.ts';

const maxRemembered = 10_000;

export class AccountAccess {
  readonly #request: ServiceContext['request'];
  /** Accounts without restriction: a verified address stays verified. */
  readonly #unrestricted = new LRUCache<string, true>({ max: maxRemembered });

  constructor(request: ServiceContext['request']) {
    this.#request = request;
  }

  /**
   * Returns the actor. EMAIL_NOT_VERIFIED if its address is not verified (`ACCOUNT_RULES=trial` permits that);
   * UNAVAILABLE if identity does not answer and has not yet done so for this account.
   */
  async unrestricted(actor: AccountActor): Promise<AccountActor> {
    const { accountId } = actor;
    if (this.#unrestricted.has(accountId)) return actor;
    const { restricted } = await this.#request('identity.account-access', { accountId });
    if (restricted) throw emailNotVerified();
    this.#unrestricted.set(accountId, true);
    return actor;
  }

  /**
   * Returns the actor. STEP_UP_REQUIRED if the user of the session did not prove their identity in the last 15 minutes;
   * UNAVAILABLE if identity does not answer.
   */
  async fresh(actor: AccountActor): Promise<AccountActor> {
    const { accountId, sessionId } = actor;
    const { freshUntil } = await this.#request('identity.account-access', { accountId, sessionId });
    if (!freshUntil || Date.parse(freshUntil) <= Date.now()) throw stepUpRequired();
    return actor;
  }
}
