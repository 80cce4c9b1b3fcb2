/** What a use case may do inside its transaction. */

import type { EventData, Subject } from '@nameloan/contracts/events';
import type { ClientSession } from 'mongoose';

/** A job to schedule. There is one per kind and key; scheduling it again replaces the earlier one. */
export interface JobRequest {
  kind: string;
  key: string;
  /** Business time; default: now. */
  at?: Date;
  data?: Record<string, unknown>;
}

export interface Tx {
  readonly session: ClientSession;
  /** Publishes an event about an aggregate with the commit. Call it after `update`, with the record that it returned. */
  emit<S extends Subject>(
    subject: S,
    about: { id: string; version: number },
    data: EventData<S>,
  ): void;
  schedule(job: JobRequest): Promise<void>;
  unschedule(kind: string, key: string): Promise<void>;
  /** Runs once after the commit, best effort: for live signals, never for anything that must not be lost. */
  afterCommit(work: () => void): void;
}
