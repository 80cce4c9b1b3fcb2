/** The errors of registry commands: one class for each reaction that the caller needs. */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import { describeOrderFailure, toOrderFailure } from '@nameloan/contracts/order-failures';
import type { Rejection, RejectionCode } from './rejection-messages.ts';
import { rejectionFor } from './rejection-messages.ts';

/** The registry rejected the command. Nothing has changed there. */
export class EppRejectedError extends Error {
  /** Stable code for callers. */
  readonly code: RejectionCode;
  /** RFC 5730 section 3, 2000 to 2599. */
  readonly resultCode: number;
  /** The registry's own text, shortened and without authorisation codes. */
  readonly serverMessage: string;
  readonly reason: string | undefined;
  /** For events. */
  readonly failure: OrderFailure;
  /** For the owner of the domain. */
  readonly sentence: string;
  /** True: the same command may well succeed later. */
  readonly transient: boolean;

  /** `meaning`: the rejection for this command, if the code has a special meaning for it. */
  constructor(
    response: { resultCode: number; serverMessage: string; reason: string | undefined },
    meaning: Rejection = rejectionFor(response.resultCode),
  ) {
    const { code, failure, transient } = meaning;
    super(
      `The registry rejected the command (${response.resultCode}): ${response.reason ?? response.serverMessage}`,
    );
    this.name = 'EppRejectedError';
    this.code = code;
    this.resultCode = response.resultCode;
    this.serverMessage = response.serverMessage;
    this.reason = response.reason;
    this.failure = failure;
    this.sentence = describeOrderFailure(failure);
    this.transient = transient;
  }
}

/** A change was sent and its response was lost or unreadable: query the registry before repeating it. */
export class EppUnknownOutcomeError extends Error {
  readonly code = 'UNKNOWN_OUTCOME';

  constructor(command: string, why: string) {
    super(`The outcome of the ${command} is unknown: ${why}`);
    this.name = 'EppUnknownOutcomeError';
  }
}

/** The command could not be sent. Nothing has changed at the registry; a retry may succeed. */
export class EppUnavailableError extends Error {
  readonly code: 'UNREACHABLE' | 'LOGIN_REJECTED' | 'UNREADABLE' | 'BUSY' | 'CLOSED';

  constructor(code: EppUnavailableError['code'], why: string) {
    super(why);
    this.name = 'EppUnavailableError';
    this.code = code;
  }
}

/** The input cannot be sent in an EPP command; nothing was sent. */
export class EppInvalidInputError extends Error {
  readonly code = 'INVALID_INPUT';
  readonly field: string;
  /** For events. Only a transfer code is a user's input. */
  readonly failure: OrderFailure;

  constructor(field: string, sentence: string) {
    super(sentence);
    this.name = 'EppInvalidInputError';
    this.field = field;
    this.failure = toOrderFailure(field === 'authCode' ? 'INVALID_AUTH_CODE' : 'BAD_COMMAND');
  }
}
