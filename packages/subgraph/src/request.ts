/** Synchronous requests between services: validated on both sides, with a deadline; a timeout is UNAVAILABLE. */

import type { ErrorDetails } from '@nameloan/contracts/errors';
import { DomainError } from '@nameloan/contracts/errors';
import type { ReplyPayload, RequestName, RequestPayload } from '@nameloan/contracts/requests';
import { requests } from '@nameloan/contracts/requests';
import type { Bus, Stop } from '@nameloan/messaging/bus';
import { BusUnavailable } from '@nameloan/messaging/bus';
import { asUnavailable } from '@nameloan/persistence/database-unavailable';
import type { Log } from '@nameloan/runtime/log';
import { recordError, traced } from '@nameloan/runtime/trace';

const deadlineMs = 4000;

/** Request name → handler. A DomainError that it throws is thrown to the caller. */
export type RequestHandlers = {
  [Q in RequestName]?: (payload: ParsedPayload<Q>) => Promise<ReplyPayload<Q>>;
};
type ParsedPayload<Q extends RequestName> = (typeof requests)[Q]['payload']['_zod']['output'];

type Reply =
  | { ok: true; data: unknown }
  | ({ ok: false; code: string; message: string } & ErrorDetails);

/** Throws the DomainError that the other side threw, or UNAVAILABLE if no reply arrives in time. */
export function sendRequest<Q extends RequestName>(
  bus: Bus,
  name: Q,
  payload: RequestPayload<Q>,
): Promise<ReplyPayload<Q>> {
  return traced(`request ${name}`, { kind: 'client' }, () => sendRequestNow(bus, name, payload));
}

async function sendRequestNow<Q extends RequestName>(
  bus: Bus,
  name: Q,
  payload: RequestPayload<Q>,
): Promise<ReplyPayload<Q>> {
  let reply: Reply;
  try {
    reply = (await bus.request(name, payload, deadlineMs)) as Reply;
  } catch (error) {
    if (!(error instanceof BusUnavailable)) throw error;
    throw new DomainError(
      'UNAVAILABLE',
      'Part of Nameloan is unavailable. Please try again shortly.',
      {
        retryAfterSeconds: 2,
      },
    );
  }
  if (reply.ok) return requests[name].reply.parse(reply.data) as ReplyPayload<Q>;
  throw DomainError.read(reply);
}

/** `service` is the name of the replying service in traces. */
export async function handleAllRequests(
  bus: Bus,
  handlers: RequestHandlers,
  { log, service }: { log: Log; service: string },
): Promise<Stop> {
  const stops: Stop[] = [];
  for (const name of Object.keys(handlers) as RequestName[]) {
    const handler = handlers[name] as (payload: unknown) => Promise<unknown>;
    const handle = (payload: unknown, parent: string | undefined) =>
      traced(`handle ${name}`, { kind: 'server', service, parent: parent ?? null }, () =>
        reply({ name, handler, log }, payload),
      );
    stops.push(await bus.handleRequests(name, handle));
  }
  return async () => {
    // In parallel: while one handler still runs, none of the others accepts a new request.
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function reply(
  {
    name,
    handler,
    log,
  }: { name: RequestName; handler: (payload: unknown) => Promise<unknown>; log: Log },
  raw: unknown,
): Promise<Reply> {
  try {
    return { ok: true, data: await handler(requests[name].payload.parse(raw)) };
  } catch (thrown) {
    const error = asUnavailable(thrown);
    recordError(error);
    if (error instanceof DomainError) {
      return { ok: false, code: error.code, message: error.message, ...error.details };
    }
    log.error({ err: error, name }, 'request failed');
    return { ok: false, code: 'INTERNAL', message: 'Something went wrong on our side.' };
  }
}
