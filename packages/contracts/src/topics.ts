/** Topics of change signals: a signal says only that something changed, and subscribers read it again. */

/** Changes of one entity; `kind` is what a live field declares as its topic. */
export const liveTopic = (kind: string, id: string) => `live.${kind}.${id}`;

/** Changes of a loan, its chat or its access rights. */
export const escrowTopic = (escrowId: string) => liveTopic('escrow', escrowId);

/** Changes of a domain or its access rights. */
export const domainTopic = (domainId: string) => liveTopic('domain', domainId);

/** Changes that concern one account: notifications, rights, balance, its domains and offers. */
export const accountTopic = (accountId: string) => liveTopic('account', accountId);

/** Signals between the replicas of a service. */
export const replicasTopic = (service: string) => `replicas.${service}`;

/**
 * `message`, `notification`, `domain` and `offer` carry the id of what was added or changed. `changed`, `rights` and
 * `balance` carry none, except that replicas use the id of `changed` for signal and sender. On an account's topic,
 * `notification` also means that one was read or resolved, and `changed` that many were read.
 * `missed` comes from the bus: the broker was unreachable, and any signal may have been lost.
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
