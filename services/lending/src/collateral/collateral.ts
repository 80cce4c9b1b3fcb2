/** A domain as lending knows it: whose it is, what it is worth, and when it last stopped being fit to list. */

/** `id` is the domain's. */
export interface Collateral {
  id: string;
  version: number;
  ownerId: string;
  /** Version of the domain at which it had this owner; an older fact is ignored. */
  ownerVersion: number;
  /** Middle of the newest appraisal, US cents. */
  midCents: number | null;
  appraisedAt: Date | null;
  /** Commit time of the newest fact that closes a listing: proof lost, removed, transferred out. */
  unfitAt: Date | null;
}

/** What is known of a domain on the first word about it. */
export function newCollateral(domainId: string, ownerId: string): Collateral {
  return {
    id: domainId,
    version: 1,
    ownerId,
    ownerVersion: 0,
    midCents: null,
    appraisedAt: null,
    unfitAt: null,
  };
}

/** A domain as federation names it here. */
export interface DomainReference {
  id: string;
}
