/** What a use case may do inside its one transaction. */

import type { EventData, Subject } from '@nameloan/contracts/events.ts';
import type { ClientSession } from 'mongoose';

/** A piece of work for later, exactly one per kind and key; scheduling it again replaces the earlier one. */
export interface JobRequest {
  kind: string;
  key: string;
  /** Business time; default: at once. */
  at?: Date;
  data?: Record<string, unknown>;
}

export interface Tx {
  readonly session: ClientSession;
  /** Says a fact about an aggregate; it leaves with the commit. Emit after `move`, with the record it returned. */
  emit<S extends Subject>(
    subject: S,
    about: { id: string; version: number },
    data: EventData<S>,
  ): void;
  schedule(job: JobRequest): Promise<void>;
  unschedule(kind: string, key: string): Promise<void>;
  /** Runs once after the commit, best effort: live signals, never anything that must not be lost. */
  afterCommit(work: () => void): void;
}
