/** Collects the events, jobs and after-commit callbacks of one attempt of a commit. */

import { writeEvent } from '@nameloan/contracts/event-versions';
import type { EventData, Subject } from '@nameloan/contracts/events';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { traceparent } from '@nameloan/runtime/trace';
import type { ClientSession } from 'mongoose';
import type { OutboxRow } from './events/outbox-row.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { JobRequest, Tx } from './tx.ts';

export class OpenTx implements Tx {
  readonly session: ClientSession;
  readonly events: OutboxRow[] = [];
  readonly afterCommitCallbacks: (() => void)[] = [];
  readonly scheduled: JobRequest[] = [];
  readonly #jobs: Jobs;

  constructor(session: ClientSession, jobs: Jobs) {
    this.session = session;
    this.#jobs = jobs;
  }

  emit<S extends Subject>(
    subject: S,
    about: { id: string; version: number },
    data: EventData<S>,
  ): void {
    this.events.push({
      _id: newId(),
      subject,
      ...writeEvent(subject, data),
      aggregateId: about.id,
      aggregateVersion: about.version,
      order: this.events.length,
      at: now(),
      ...causedBy(),
    });
  }

  async schedule(job: JobRequest): Promise<void> {
    this.scheduled.push(job);
    await this.#jobs.schedule(job, this.session);
  }

  async unschedule(kind: string, key: string): Promise<void> {
    await this.#jobs.unschedule(kind, key, this.session);
  }

  afterCommit(work: () => void): void {
    this.afterCommitCallbacks.push(work);
  }
}

/** The commit's span, stored so that consumers continue its trace. */
function causedBy(): { traceparent?: string } {
  const parent = traceparent();
  return parent ? { traceparent: parent } : {};
}
