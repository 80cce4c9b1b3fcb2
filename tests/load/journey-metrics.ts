/** The metrics of all load scripts; k6 tags each with its scenario. */

import { Counter, Rate, Trend } from 'k6/metrics';

const maxLineLength = 300;

/** Response times of the product, without the sandbox. */
export const answerMs = new Trend('answer_ms', true);
/** Calls that failed permanently: an unexpected error, a 5xx, or no response after all retries. */
export const failedCalls = new Rate('failed_calls');
/** Successful calls that are not reads. */
export const writes = new Counter('writes');
/** Retries after a 503 or a lost connection. */
export const retriedCalls = new Counter('retried_tries');
/** Milliseconds from sending a chat message to its arrival at the other party's socket. */
export const messageMs = new Trend('message_ms', true);
export const sentMessages = new Counter('sent_messages');
/** Acknowledged messages that are missing or duplicated in the chat or on the socket. */
export const wrongMessages = new Counter('wrong_messages');
/** Reopened sockets. */
export const reconnects = new Counter('reconnects');
/** Share of started journeys that finished. */
const finished = new Rate('finished_journeys');

/** Runs a journey and counts whether it finished; logs the error that ended it. */
export async function runJourney(journey: () => Promise<void>): Promise<void> {
  try {
    await journey();
    finished.add(true);
  } catch (error) {
    finished.add(false);
    console.error((error as Error).message.slice(0, maxLineLength));
  }
}
