/** Live topics on the core bus: they say only that something changed; whoever cares reads it again for itself. */

/** A loan, its chat, or who may see it changed. */
export const escrowTopic = (escrowId: string) => `live.escrow.${escrowId}`;

/** A domain, or who may see what of it, changed. */
export const domainTopic = (domainId: string) => `live.domain.${domainId}`;

/** Something addressed to one account changed: a notification, a right, the balance, one of its domains or offers. */
export const accountTopic = (accountId: string) => `live.account.${accountId}`;

/** One of the replicas of a service may have something to do now; of no concern to anyone else. */
export const replicasTopic = (service: string) => `replicas.${service}`;

/**
 * `message` and `notification` carry the id of what was added, `domain` that of what changed, `offer` that of what
 * was made or answered; `changed`, `rights` and `balance` carry none, but among replicas `changed` says by it what and
 * who. On an account's topic `notification` is also said of one that was read or settled, and `changed` of many that
 * were read at once.
 * `missed` comes from the bus itself: the broker was away, and any of the others may have been lost.
 */
export interface ChangeSignal {
  what:
    | 'message'
    | 'changed'
    | 'notification'
    | 'domain'
    | 'rights'
    | 'balance'
    | 'offer'
    | 'missed';
  id?: string;
}
