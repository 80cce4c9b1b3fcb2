/**
 * Changes of stream, durables and buckets, which only the keeper may make. The configuration of a stream or a durable
 * can republish messages under other subjects, so the login of a service may not write it (decision 113).
 */

import type { NatsConnection } from '@nats-io/transport-node';
import { errors } from '@nats-io/transport-node';
import { z } from 'zod';

/** The service whose replicas make the changes that others request. */
export const brokerKeeper = 'identity';

/** Subject of the changes that one component requests; only its login may publish it. */
export const changeSubject = (component: string) => `broker.${component}`;

/** Replies to a user arrive under its own prefix, which no other user may subscribe. */
export const inboxPrefix = (user: string) => `_INBOX.${user.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`;

/** A reply to any other subject would publish with the rights of the one who replies. */
export const isInbox = (subject: string | undefined): subject is string =>
  subject?.startsWith('_INBOX.') === true;

const subjects = z.array(z.string().min(1).max(200)).max(200).readonly();
const position = z.object({ created: z.string(), untilSeq: z.number().int().min(0) }).optional();

export const brokerChange = z.discriminatedUnion('what', [
  z.object({ what: z.literal('stream') }),
  z.object({ what: z.literal('durable'), subjects, ackWaitMs: z.number().int().min(1), position }),
  z.object({ what: z.literal('narrow'), subjects }),
  z.object({ what: z.literal('last'), subjects }),
  z.object({
    what: z.literal('remove'),
    durable: z.string().min(1).max(200),
    /** Absent from replicas of a former release. */
    created: z.string().optional(),
  }),
  z.object({ what: z.literal('bucket') }),
]);
export type BrokerChange = z.infer<typeof brokerChange>;

export type BrokerChangeReply = { ok: true; data: unknown } | { ok: false; reason: string };

/** No replica of the keeper runs, or it failed. */
export class KeeperUnavailable extends Error {
  constructor(reason: string) {
    super(`${brokerKeeper} cannot change the broker: ${reason}`);
    this.name = 'KeeperUnavailable';
  }
}

const changeTimeoutMs = 10_000;

/** Throws KeeperUnavailable. */
export async function requestChange<R>(
  connection: NatsConnection,
  component: string,
  change: BrokerChange,
): Promise<R> {
  let reply: BrokerChangeReply;
  try {
    const message = await connection.request(changeSubject(component), JSON.stringify(change), {
      timeout: changeTimeoutMs,
    });
    reply = message.json<BrokerChangeReply>();
  } catch (error) {
    throw new KeeperUnavailable(String(error));
  }
  if (!reply.ok) throw new KeeperUnavailable(reply.reason);
  return reply.data as R;
}

/** Whether this login may not do it. */
export function isDenied(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return [error, cause].some((one) => one instanceof errors.PermissionViolationError);
}

/** Makes a change itself if its login may, otherwise through the keeper. */
export async function changeOrRequest<R>(
  direct: () => Promise<R>,
  request: { connection: NatsConnection; component: string; change: BrokerChange },
): Promise<R> {
  try {
    return await direct();
  } catch (error) {
    if (!isDenied(error)) throw error;
  }
  return requestChange<R>(request.connection, request.component, request.change);
}
