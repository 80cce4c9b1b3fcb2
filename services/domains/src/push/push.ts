/** A push: the owner of a domain in custody offers it to another account, which accepts or declines. */

export const pushStates = ['OFFERED', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const;
export type PushState = (typeof pushStates)[number];

export interface Push {
  id: string;
  version: number;
  domainId: string;
  name: string;
  unicodeName: string;
  /** The sender. */
  fromAccountId: string;
  /** The receiver; null: no account can accept it, which its sender does not learn. */
  toAccountId: string | null;
  /** As the sender wrote it, encrypted; null once the push has ended. */
  encryptedEmail: string | null;
  state: PushState;
  createdAt: Date;
  /** When it can be accepted: a valuable domain waits as it does before a transfer out. Business time, like all times here. */
  acceptableFrom: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

/** How a push ended without a new owner. WITHDRAWN also when the domain left its owner's hands otherwise. */
export type PushEnd = Exclude<PushState, 'OFFERED' | 'ACCEPTED'>;

const day = 86_400_000;
export const pushLifetimeMs = 7 * day;

/**
 * A reference to identity's account, for the generated types of the resolvers.
 * @public
 */
export interface UserReference {
  id: string;
}
