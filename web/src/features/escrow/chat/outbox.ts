/**
 * Messages of one's own that the chat does not show yet. Each bears an id of ours, by which the server knows it again:
 * whatever is sent twice is written once. They leave in order, one at a time.
 */

export type OutgoingState =
  /** Not under way: never tried, or the last try failed on the way. */
  | 'waiting'
  | 'sending'
  /** Answered; its line in the chat is on its way. */
  | 'sent'
  /** The server will not have it. */
  | 'refused';

export interface Outgoing {
  clientId: string;
  text: string;
  /** When it was written. */
  at: string;
  state: OutgoingState;
  /** Tries that failed on the way. */
  tries: number;
  /** Why it was refused, as a sentence. */
  problem?: string;
}

export type Outbox = readonly Outgoing[];

export type OutboxChange =
  | { kind: 'written'; clientId: string; text: string; at: string }
  | { kind: 'sending' | 'sent' | 'failed' | 'again'; clientId: string }
  | { kind: 'dropped'; clientId: string }
  | { kind: 'refused'; clientId: string; problem: string }
  /** The chat shows these now. */
  | { kind: 'heard'; clientIds: ReadonlySet<string> };

export function changeOutbox(outbox: Outbox, change: OutboxChange): Outbox {
  if (change.kind === 'heard')
    return outbox.some(({ clientId }) => change.clientIds.has(clientId))
      ? outbox.filter(({ clientId }) => !change.clientIds.has(clientId))
      : outbox;
  const { clientId } = change;
  if (change.kind === 'written') {
    const { text, at } = change;
    return [...outbox, { clientId, text, at, state: 'waiting', tries: 0 }];
  }
  if (change.kind === 'dropped') return outbox.filter((one) => one.clientId !== clientId);
  // What was heard meanwhile is gone, and whatever is said of it then changes nothing.
  return outbox.map((one) => (one.clientId === clientId ? changed(one, change) : one));
}

type ChangeOfOne = Exclude<OutboxChange, { kind: 'heard' | 'written' | 'dropped' }>;

function changed(one: Outgoing, change: ChangeOfOne): Outgoing {
  switch (change.kind) {
    case 'failed':
      return { ...one, state: 'waiting', tries: one.tries + 1 };
    case 'again':
      return { ...one, state: 'waiting', tries: 0, problem: undefined };
    case 'refused':
      return { ...one, state: 'refused', problem: change.problem };
    default:
      return { ...one, state: change.kind };
  }
}

/** The next one to send; none while one is under way. One that was refused holds up nobody. */
export function nextOf(outbox: Outbox): Outgoing | undefined {
  if (outbox.some(({ state }) => state === 'sending')) return undefined;
  return outbox.find(({ state }) => state === 'waiting');
}

/** Whether something would be lost with the tab. */
export const hasUnsent = (outbox: Outbox): boolean =>
  outbox.some(({ state }) => state === 'waiting' || state === 'sending');

/** As it is kept over a reload. Whether the one under way arrived is not known then: it is sent again. */
export function writeOutbox(outbox: Outbox): string {
  return JSON.stringify(
    outbox
      .filter(({ state }) => state !== 'sent')
      .map(({ clientId, text, at, state, problem }) => ({
        clientId,
        text,
        at,
        ...(state === 'refused' ? { problem } : {}),
      })),
  );
}

/** What is no outbox is none. */
export function readOutbox(kept: string | null): Outbox {
  try {
    const found: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(found) ? found.flatMap(readOne) : [];
  } catch {
    return [];
  }
}

function readOne(found: unknown): Outgoing[] {
  const { clientId, text, at, problem } = (found ?? {}) as Partial<Outgoing>;
  if (typeof clientId !== 'string' || typeof text !== 'string' || typeof at !== 'string') return [];
  const refused = typeof problem === 'string';
  return [
    {
      clientId,
      text,
      at,
      tries: 0,
      ...(refused ? { state: 'refused', problem } : { state: 'waiting' }),
    },
  ];
}
