/** The figures that every load script counts; k6 adds the scenario's name to each. */

import { Counter, Rate, Trend } from 'k6/metrics';

const longestLine = 300;

/** Milliseconds of each answer of the product, the sandbox's left out. */
export const answerMs = new Trend('answer_ms', true);
/** Calls that failed for good: a refusal that nobody expected, a 5xx, or no answer after all tries. */
export const failedCalls = new Rate('failed_calls');
/** Calls that changed something, or may have: all that were answered well and do not only read. */
export const writes = new Counter('writes');
/** Tries that were repeated as a client does: after 503, or when the connection was lost. */
export const retriedTries = new Counter('retried_tries');
/** Milliseconds from sending a chat message until the other party's socket has it. */
export const messageMs = new Trend('message_ms', true);
export const sentMessages = new Counter('sent_messages');
/** Messages that were acknowledged and then missing, or there twice, in the chat or on the socket. */
export const wrongMessages = new Counter('wrong_messages');
/** Times that a live socket broke and was opened again. */
export const reconnects = new Counter('reconnects');
/** Journeys that came to their end, as shares of those that were begun. */
const finished = new Rate('finished_journeys');

/** Lives a journey and counts how it ended; what broke it off is told in a line. */
export async function live(journey: () => Promise<void>): Promise<void> {
  try {
    await journey();
    finished.add(true);
  } catch (error) {
    finished.add(false);
    console.error((error as Error).message.slice(0, longestLine));
  }
}
