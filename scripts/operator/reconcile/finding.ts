/** A call of a service's reconcile endpoint. */
export interface Repair {
  part: string;
  what: string;
  input: Record<string, unknown>;
}

/** One difference between parts: what it is, and the repair or what a person should do. */

export interface Finding {
  /** The same at the next look while nothing has changed. */
  key: string;
  /** With the ids; of what cannot be repaired also what to do. */
  sentence: string;
  /** Business time since when it can be so, ISO 8601; absent: not known. */
  since?: string | undefined;
  /** Absent: for a person. */
  repair?: Repair;
  /** Where the repair finds nothing to do. */
  otherwise?: Repair;
}
