/** Fire-and-forget publish: ignored while the connection drains or is closed. */

import type { NatsConnection } from '@nats-io/transport-node';
import { errors } from '@nats-io/transport-node';

/** Throws only if the payload itself is invalid. */
export function publishBestEffort(
  connection: NatsConnection,
  subject: string,
  payload: string,
): void {
  try {
    connection.publish(subject, payload);
  } catch (error) {
    const closing = [errors.ClosedConnectionError, errors.DrainingConnectionError];
    if (!closing.some((type) => error instanceof type)) throw error;
  }
}
