/** Words that nobody waits for: whoever is there hears them, and a line on its way to the end takes no more. */

import type { NatsConnection } from '@nats-io/transport-node';
import { errors } from '@nats-io/transport-node';

/** Throws only what is wrong with the words themselves. */
export function publishBestEffort(
  connection: NatsConnection,
  subject: string,
  words: string,
): void {
  try {
    connection.publish(subject, words);
  } catch (error) {
    const over = [errors.ClosedConnectionError, errors.DrainingConnectionError];
    if (!over.some((one) => error instanceof one)) throw error;
  }
}
