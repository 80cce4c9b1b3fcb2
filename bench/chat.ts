/** How long a chat message takes to two hundred watchers on two gateways. */

import { setTimeout as pause } from 'node:timers/promises';
import { Person } from '@nameloan/driver/person';
import { SandboxClient, waitFor } from '@nameloan/driver/sandbox-client';
import { acceptOffer, addProvenDomain, makeOffer, openListing } from '@nameloan/driver/steps';
import { median, percentile } from './percentiles.ts';
import type { Replica } from './replica.ts';
import { natsMissing, startProductOnNats, startReplica } from './replica.ts';
import type { RunningProduct } from './running-product.ts';
import { print } from './say.ts';

const watchersOfGateway = 100;
const messages = 60;
const warmUp = 10;
const betweenMs = 100;
const arrivedWithinMs = 30_000;
const document = `subscription ($id: ID!) { escrowMessageAdded(escrowId: $id) { message } }`;
const firstState = 'subscription ($id: ID!) { escrowChanged(escrowId: $id) { id } }';

export interface LoanChat {
  id: string;
  borrower: Person;
  lender: Person;
}

/** A loan that awaits its signatures: its chat is open. */
export async function agreeOnLoan(product: RunningProduct, name: string): Promise<LoanChat> {
  const sandbox = new SandboxClient(product.sandbox);
  const of = (who: string) =>
    new Person(product.url, {
      name: who,
      email: `${who.toLowerCase()}.${name}@bench.example`,
      password: 'a long enough secret',
    }).register();
  const [borrower, lender] = await Promise.all([of('Bea'), of('Len')]);
  const domain = await addProvenDomain(borrower, sandbox, `bench-${name}.com`);
  const terms = { amount: 500, term: 60, apy: 12 };
  await openListing(borrower, domain.id, terms);
  const offer = await makeOffer(lender, domain.id, terms);
  const { id } = await acceptOffer(borrower, offer.id);
  return { id, borrower, lender };
}

/** Resolves once the gateway has both subscriptions: the loan's present state comes first. */
function watch(
  url: string,
  { id, token }: { id: string; token: string },
  hear: (text: string) => void,
) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  return new Promise<WebSocket>((ready, reject) => {
    socket.onerror = () => reject(new Error(`no socket at ${url}`));
    socket.onopen = () => send({ type: 'connection_init', payload: { accessToken: token } });
    socket.onmessage = ({ data }) => {
      const { type, payload } = JSON.parse(String(data));
      if (type === 'connection_ack') {
        const subscribe = (name: string, query: string) =>
          send({ type: 'subscribe', id: name, payload: { query, variables: { id } } });
        subscribe('messages', document);
        subscribe('state', firstState);
      } else if (type === 'ping') send({ type: 'pong' });
      else if (type === 'error') reject(new Error(JSON.stringify(payload)));
      else if (payload?.data?.escrowMessageAdded) hear(payload.data.escrowMessageAdded.message);
      else if (payload?.data?.escrowChanged) ready(socket);
    };
  });
}

async function send({ id, lender }: LoanChat, message: string): Promise<void> {
  await lender.post(`/escrow/${id}/message`, { message });
}

async function measure(
  talk: LoanChat,
  gateways: string[],
): Promise<{ took: number[]; sent: number[] }> {
  const sentAt = new Map<string, number>();
  const took: number[] = [];
  const hear = (text: string) => {
    const at = sentAt.get(text);
    if (at !== undefined) took.push(performance.now() - at);
  };
  const people = [talk.borrower, talk.lender];
  const sockets: WebSocket[] = [];
  for (const url of gateways)
    for (let at = 0; at < watchersOfGateway; at++) {
      const token = people[at % 2]?.token ?? '';
      sockets.push(await watch(url, { id: talk.id, token }, hear));
    }
  try {
    for (let at = 0; at < warmUp; at++) await send(talk, `warm ${at}`);
    const sent: number[] = [];
    for (let at = 0; at < messages; at++) {
      const message = `message ${at}`;
      sentAt.set(message, performance.now());
      await send(talk, message);
      sent.push(performance.now() - (sentAt.get(message) ?? 0));
      await pause(betweenMs);
    }
    const all = messages * sockets.length;
    await waitFor(
      'every message at every watcher',
      async () => took.length >= all,
      arrivedWithinMs,
    );
    if (took.length > all) throw new Error(`${took.length - all} messages came twice`);
    return { took, sent };
  } finally {
    for (const socket of sockets) socket.close();
  }
}

export async function benchChat(): Promise<void> {
  const name = `a chat message to each of ${2 * watchersOfGateway} watchers on 2 gateways`;
  const product = await startProductOnNats();
  if (!product) return print(name, natsMissing);
  let second: Replica | undefined;
  try {
    second = await startReplica('gateway', product);
    const talk = await agreeOnLoan(product, 'chat');
    const before = second.cpuMs();
    const { took, sent } = await measure(talk, [product.url, second.url]);
    const microseconds = ((second.cpuMs() - before) * 1000) / (took.length / 2);
    print(`${name}, median`, `${Math.round(median(took))} ms`);
    print('  p99', `${Math.round(percentile(took, 0.99))} ms`);
    print('  the sender’s response under the same load, median', `${Math.round(median(sent))} ms`);
    print('  a gateway’s CPU for one message at one watcher', `${Math.round(microseconds)} µs`);
    print('  lost or doubled', '0', '0');
  } finally {
    await second?.stop();
    await product.stop();
  }
}
