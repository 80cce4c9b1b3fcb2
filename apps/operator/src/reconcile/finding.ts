/** Findings and repairs of `reconcile services`. */

/** A repair through a service's reconcile endpoint. */
export interface Repair {
  service: string;
  /** As the service names the repair. */
  name: string;
  input: Record<string, unknown>;
}

/** One difference between services, with its repair or with instructions for a person. */
export interface Finding {
  /** Identifies the difference; the same in the next comparison if nothing has changed. */
  key: string;
  /** Names the ids and, if it cannot be repaired automatically, what to do. */
  sentence: string;
  /** Business time of the earliest possible start of the difference, ISO 8601; absent: unknown. */
  since?: string | undefined;
  /** Absent if a person must decide. */
  repair?: Repair;
  /** Runs if the repair finds nothing to do. */
  otherwise?: Repair;
}
