/** Lending's copy of a domain: its owner, its value, and the version at which it last became unfit to list. */

/** `id` is the domain's id. */
export interface Collateral {
  id: string;
  version: number;
  ownerId: string;
  /** Version of the domain at which it had this owner; older events are ignored. */
  ownerVersion: number;
  /** Middle estimate of the newest appraisal, US cents. */
  midCents: number | null;
  /** Version of the domain at which it had this appraisal; absent in old records. */
  appraisalVersion?: number | null;
  /**
   * Version of the domain at the newest event that closes a listing: proof lost, removed, transferred out. Absent in old
   * records; the next reply from domains already reflects the events that they received.
   */
  unfitVersion?: number | null;
  /** Whether a transfer into custody is pending at the registry; absent before the first transfer event. */
  transferring?: boolean | null;
  /** Version of the domain at the newest event about such a transfer. */
  transferVersion?: number | null;
}

/** The copy created by the first event about a domain. */
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

/** A federation reference to a domain. */
export interface DomainReference {
  id: string;
  /** A-label; only where a field needs it. */
  name?: string | undefined;
  /** The record fields of its open listing to read; absent: all. */
  listingProjection?: readonly string[] | undefined;
}

/** Sets the owner as of `version`. */
export function withOwner(known: Collateral, ownerId: string, version: number): Collateral {
  return version >= known.ownerVersion ? { ...known, ownerId, ownerVersion: version } : known;
}

/** Sets whether a transfer in is pending as of `version`; an older event changes nothing. */
export function withPendingTransfer(
  known: Collateral,
  waits: boolean,
  version: number,
): Collateral {
  if ((known.transferVersion ?? 0) > version) return known;
  return { ...known, transferring: waits, transferVersion: version };
}

/** Marks the domain as unfit to list as of `version`. */
export function withUnfit(known: Collateral, version: number): Collateral {
  return { ...known, unfitVersion: Math.max(version, known.unfitVersion ?? 0) };
}

/** Whether the domain became unfit to list after `version`. */
export function isUnfitAfter(known: Collateral, version: number): boolean {
  return (known.unfitVersion ?? 0) > version;
}

/** Sets the middle estimate in cents as of `version`; undefined when a newer one is known. */
export function withAppraisal(
  known: Collateral,
  midCents: number,
  version: number,
): Collateral | undefined {
  if ((known.appraisalVersion ?? 0) > version) return undefined;
  return { ...known, midCents, appraisalVersion: version };
}
