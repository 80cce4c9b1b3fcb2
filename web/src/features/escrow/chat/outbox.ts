/**
 * Messages that the chat does not show yet. The client gives each one an id, by which the server recognises a repeat,
 * so a message that is sent twice is written once. Messages are sent in order, one at a time.
 */

export type OutboxMessageState =
  /** Not sent yet, or the last attempt failed and is retried. */
  | 'waiting'
  | 'sending'
  /** Accepted by the server; the chat does not show it yet. */
  | 'sent'
  /** Rejected by the server. */
  | 'rejected';

export interface OutboxMessage {
  clientId: string;
  text: string;
  /** When it was written. */
  at: string;
  state: OutboxMessageState;
  /** Attempts that failed in transit. */
  attempts: number;
  /** Why it was rejected, as a sentence. */
  problem?: string;
}

export type Outbox = readonly OutboxMessage[];

export type OutboxChange =
  | { kind: 'added'; clientId: string; text: string; at: string }
  | { kind: 'sending' | 'sent' | 'failed' | 'retried'; clientId: string }
  | { kind: 'discarded'; clientId: string }
  | { kind: 'rejected'; clientId: string; problem: string }
  /** The chat shows these messages now. */
  | { kind: 'shown'; clientIds: ReadonlySet<string> };

export function changeOutbox(outbox: Outbox, change: OutboxChange): Outbox {
  if (change.kind === 'shown')
    return outbox.some(({ clientId }) => change.clientIds.has(clientId))
      ? outbox.filter(({ clientId }) => !change.clientIds.has(clientId))
      : outbox;
  const { clientId } = change;
  if (change.kind === 'added') {
    const { text, at } = change;
    return [...outbox, { clientId, text, at, state: 'waiting', attempts: 0 }];
  }
  if (change.kind === 'discarded') return outbox.filter((one) => one.clientId !== clientId);
  // A message that the chat shows already is gone from the outbox; a late change of it has no effect.
  return outbox.map((one) => (one.clientId === clientId ? changeMessage(one, change) : one));
}

type MessageChange = Exclude<OutboxChange, { kind: 'shown' | 'added' | 'discarded' }>;

function changeMessage(one: OutboxMessage, change: MessageChange): OutboxMessage {
  switch (change.kind) {
    case 'failed':
      return { ...one, state: 'waiting', attempts: one.attempts + 1 };
    case 'retried':
      return { ...one, state: 'waiting', attempts: 0, problem: undefined };
    case 'rejected':
      return { ...one, state: 'rejected', problem: change.problem };
    default:
      return { ...one, state: change.kind };
  }
}

/** The next message to send; none while another is being sent. A rejected message does not block the others. */
export function findNextToSend(outbox: Outbox): OutboxMessage | undefined {
  if (outbox.some(({ state }) => state === 'sending')) return undefined;
  return outbox.find(({ state }) => state === 'waiting');
}

/** Whether closing the tab would lose a message. */
export const hasUnsent = (outbox: Outbox): boolean =>
  outbox.some(({ state }) => state === 'waiting' || state === 'sending');

/** For storage across a reload. A message that was being sent may not have arrived, so it is sent again. */
export function writeOutbox(outbox: Outbox): string {
  return JSON.stringify(
    outbox
      .filter(({ state }) => state !== 'sent')
      .map(({ clientId, text, at, state, problem }) => ({
        clientId,
        text,
        at,
        ...(state === 'rejected' ? { problem } : {}),
      })),
  );
}

/** Anything that is not a stored outbox reads as an empty one. */
export function readOutbox(stored: string | null): Outbox {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(parsed) ? parsed.flatMap(readMessage) : [];
  } catch {
    return [];
  }
}

function readMessage(stored: unknown): OutboxMessage[] {
  const { clientId, text, at, problem } = (stored ?? {}) as Partial<OutboxMessage>;
  if (typeof clientId !== 'string' || typeof text !== 'string' || typeof at !== 'string') return [];
  const rejected = typeof problem === 'string';
  return [
    {
      clientId,
      text,
      at,
      attempts: 0,
      ...(rejected ? { state: 'rejected', problem } : { state: 'waiting' }),
    },
  ];
}
