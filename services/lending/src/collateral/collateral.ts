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
  /** Version of the domain at which it had this appraisal; absent in copies from before it was kept. */
  appraisalVersion?: number | null;
  /**
   * Version of the domain at the newest fact that closes a listing: proof lost, removed, transferred out.
   * Absent in copies from before it was kept: whatever they had heard, domains' next answer knows too.
   */
  unfitVersion?: number | null;
  /** A transfer into custody waits for the registry; absent while nothing was heard of one. */
  transferring?: boolean | null;
  /** Version of the domain at the newest fact about such a transfer. */
  transferVersion?: number | null;
}

/** What is known of a domain on the first word about it. */
export function newCollateral(domainId: string, ownerId: string): Collateral {
  return {
    id: domainId,
    version: 1,
    ownerId,
    ownerVersion: 0,
    midCents: null,
    appraisalVersion: null,
    unfitVersion: null,
  };
}

/** A domain as federation names it here. */
export interface DomainReference {
  id: string;
  /** What is asked of its open listing; absent: all. */
  listingProjection?: readonly string[] | undefined;
}

/** Whose it is from `version` on. */
export function owned(known: Collateral, ownerId: string, version: number): Collateral {
  return version >= known.ownerVersion ? { ...known, ownerId, ownerVersion: version } : known;
}

/** Whether a transfer in waits, as of `version`; an older fact changes nothing. */
export function transferring(known: Collateral, waits: boolean, version: number): Collateral {
  if ((known.transferVersion ?? 0) > version) return known;
  return { ...known, transferring: waits, transferVersion: version };
}

/** Unfit to be listed since `version`. */
export function unfit(known: Collateral, version: number): Collateral {
  return { ...known, unfitVersion: Math.max(version, known.unfitVersion ?? 0) };
}

/** Whether it has become unfit since it stood at `version`, of which an older fact says nothing new. */
export function unfitSince(known: Collateral, version: number): boolean {
  return (known.unfitVersion ?? 0) > version;
}

/** Its middle estimate in cents as of `version`; undefined where a newer one is known. */
export function appraised(
  known: Collateral,
  midCents: number,
  version: number,
): Collateral | undefined {
  if ((known.appraisalVersion ?? 0) > version) return undefined;
  return { ...known, midCents, appraisalVersion: version };
}
