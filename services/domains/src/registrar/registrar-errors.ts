/** How a registry command can fail: one class for each thing that the caller must do next. */

import type { Rejection, RejectionCode } from './rejection-messages.ts';
import { rejectionFor } from './rejection-messages.ts';

/** The registry answered, and the answer is no. Nothing has changed there. */
export class EppRejectedError extends Error {
  /** Stable, for programs. */
  readonly code: RejectionCode;
  /** RFC 5730 section 3, 2000 to 2599. */
  readonly resultCode: number;
  /** The registry's own text, shortened and free of authorisation codes. */
  readonly serverMessage: string;
  readonly reason: string | undefined;
  /** For the owner of the domain. */
  readonly sentence: string;
  /** True: the same command may well succeed later. */
  readonly transient: boolean;

  /** `meaning`: what the code means for this command, where it is not the same for all. */
  constructor(
    answer: { resultCode: number; serverMessage: string; reason: string | undefined },
    meaning: Rejection = rejectionFor(answer.resultCode),
  ) {
    const { code, sentence, transient } = meaning;
    super(`The registry refused (${answer.resultCode}): ${answer.reason ?? answer.serverMessage}`);
    this.name = 'EppRefusal';
    this.code = code;
    this.resultCode = answer.resultCode;
    this.serverMessage = answer.serverMessage;
    this.reason = answer.reason;
    this.sentence = sentence;
    this.transient = transient;
  }
}

/** A change was sent and its answer never came, or made no sense: ask the registry before repeating it. */
export class EppUnknownOutcomeError extends Error {
  readonly code = 'UNKNOWN_OUTCOME';

  constructor(command: string, why: string) {
    super(`What became of the ${command} is not known: ${why}`);
    this.name = 'EppUnknownOutcome';
  }
}

/** The registry could not be asked. Nothing has changed there; later it may work. */
export class EppUnavailableError extends Error {
  readonly code: 'UNREACHABLE' | 'LOGIN_REFUSED' | 'UNREADABLE' | 'BUSY' | 'CLOSED';

  constructor(code: EppUnavailableError['code'], why: string) {
    super(why);
    this.name = 'EppUnavailable';
    this.code = code;
  }
}

/** What was to be sent cannot be put in an EPP command; nothing was sent. */
export class EppInvalidInputError extends Error {
  readonly code = 'INPUT_REFUSED';
  readonly field: string;

  constructor(field: string, sentence: string) {
    super(sentence);
    this.name = 'EppInputRefused';
    this.field = field;
  }
}
