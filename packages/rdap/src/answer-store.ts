/** Answers of the last day, so that a name is not requested again; the oldest leave when it is full. */

import { now } from '@nameloan/runtime/clock';
import type { RdapResult } from './report.ts';

export type Answer = Extract<RdapResult, { kind: 'found' | 'absent' }>;

const maxAnswers = 10_000;
const hourMs = 3_600_000;
export const maxAnswerAgeMs = 24 * hourMs;
/** For names that may be registered soon, and reports whose registrar did not respond. */
const shortAgeMs = hourMs;

interface StoredAnswer {
  answer: Answer;
  maxAgeMs: number;
}

export class AnswerStore {
  readonly #answers = new Map<string, StoredAnswer>();

  /** An answer of at most this age in business time. */
  find(name: string, maxAgeMs: number): Answer | undefined {
    const stored = this.#answers.get(name);
    if (!stored) return undefined;
    const ageMs = now().getTime() - answeredAt(stored.answer).getTime();
    // A test may reset the clock.
    if (ageMs >= stored.maxAgeMs || ageMs < 0) this.#answers.delete(name);
    else if (ageMs < maxAgeMs) return structuredClone(stored.answer);
    return undefined;
  }

  /** `isComplete` is false for an answer that lacks the registrar's part. */
  save(name: string, answer: Answer, isComplete: boolean): void {
    this.#answers.delete(name);
    const maxAgeMs = isComplete ? maxAnswerAgeMs : shortAgeMs;
    this.#answers.set(name, { answer: structuredClone(answer), maxAgeMs });
    if (this.#answers.size <= maxAnswers) return;
    for (const oldest of this.#answers.keys()) {
      this.#answers.delete(oldest);
      break;
    }
  }
}

const answeredAt = (answer: Answer) => (answer.kind === 'found' ? answer.report.asOf : answer.at);
