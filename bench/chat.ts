/** Delivery time of a chat message to two hundred subscribers on two gateways. */

import { setTimeout as pause } from 'node:timers/promises';
import { Person } from '@nameloan/driver/person';
import { SandboxClient, waitFor } from '@nameloan/driver/sandbox-client';
import { acceptOffer, addProvenDomain, makeOffer, openListing } from '@nameloan/driver/steps';
import { median, percentile } from './percentiles.ts';
import { print } from './print.ts';
import type { Replica } from './replica.ts';
import { natsMissing, startProductOnNats, startReplica } from './replica.ts';
import type { RunningProduct } from './running-product.ts';

const subscribersPerGateway = 100;
const messages = 60;
const warmUp = 10;
const sendIntervalMs = 100;
const deliveryDeadlineMs = 30_000;
const messageSubscription = `subscription ($id: ID!) { escrowMessageAdded(escrowId: $id) { message } }`;
const loanSubscription = 'subscription ($id: ID!) { escrowChanged(escrowId: $id) { id } }';

export interface LoanChat {
  id: string;
  borrower: Person;
  lender: Person;
}

/** Creates a loan that waits for its signatures, when the chat is open. */
export async function agreeOnLoan(product: RunningProduct, name: string): Promise<LoanChat> {
  const sandbox = new SandboxClient(product.sandbox);
  const register = (personName: string) =>
    new Person(product.url, {
      name: personName,
      email: `${personName.toLowerCase()}.${name}@bench.example`,
      password: 'a long enough secret',
    }).register();
  const [borrower, lender] = await Promise.all([register('Bea'), register('Len')]);
  const domain = await addProvenDomain(borrower, sandbox, `bench-${name}.com`);
  const terms = { amount: 500, term: 60, apy: 12 };
  await openListing(borrower, domain.id, terms);
  const offer = await makeOffer(lender, domain.id, terms);
  const { id } = await acceptOffer(borrower, offer.id);
  return { id, borrower, lender };
}

/** Resolves once both subscriptions are active, which the loan's first state shows. */
function openSubscriptions(
  url: string,
  { id, token }: { id: string; token: string },
  onMessage: (text: string) => void,
) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  return new Promise<WebSocket>((ready, reject) => {
    socket.onerror = () => reject(new Error(`the socket at ${url} cannot be opened`));
    socket.onopen = () => send({ type: 'connection_init', payload: { accessToken: token } });
    socket.onmessage = ({ data }) => {
      const { type, payload } = JSON.parse(String(data));
      if (type === 'connection_ack') {
        const subscribe = (name: string, query: string) =>
          send({ type: 'subscribe', id: name, payload: { query, variables: { id } } });
        subscribe('messages', messageSubscription);
        subscribe('state', loanSubscription);
      } else if (type === 'ping') send({ type: 'pong' });
      else if (type === 'error') reject(new Error(JSON.stringify(payload)));
      else if (payload?.data?.escrowMessageAdded)
        onMessage(payload.data.escrowMessageAdded.message);
      else if (payload?.data?.escrowChanged) ready(socket);
    };
  });
}

async function send({ id, lender }: LoanChat, message: string): Promise<void> {
  await lender.post(`/escrow/${id}/message`, { message });
}

async function measure(
  chat: LoanChat,
  gateways: string[],
): Promise<{ latencies: number[]; sent: number[] }> {
  const sentAt = new Map<string, number>();
  const latencies: number[] = [];
  const onMessage = (text: string) => {
    const at = sentAt.get(text);
    if (at !== undefined) latencies.push(performance.now() - at);
  };
  const parties = [chat.borrower, chat.lender];
  const sockets: WebSocket[] = [];
  for (const url of gateways)
    for (let at = 0; at < subscribersPerGateway; at++) {
      const token = parties[at % 2]?.token ?? '';
      sockets.push(await openSubscriptions(url, { id: chat.id, token }, onMessage));
    }
  try {
    for (let at = 0; at < warmUp; at++) await send(chat, `warm ${at}`);
    const sent: number[] = [];
    for (let at = 0; at < messages; at++) {
      const message = `message ${at}`;
      sentAt.set(message, performance.now());
      await send(chat, message);
      sent.push(performance.now() - (sentAt.get(message) ?? 0));
      await pause(sendIntervalMs);
    }
    const expected = messages * sockets.length;
    await waitFor(
      'every message at every subscriber',
      async () => latencies.length >= expected,
      deliveryDeadlineMs,
    );
    if (latencies.length > expected)
      throw new Error(`${latencies.length - expected} messages were delivered twice`);
    return { latencies, sent };
  } finally {
    for (const socket of sockets) socket.close();
  }
}

export async function benchChat(): Promise<void> {
  const name = `a chat message to each of ${2 * subscribersPerGateway} subscribers on 2 gateways`;
  const product = await startProductOnNats();
  if (!product) return print(name, natsMissing);
  let second: Replica | undefined;
  try {
    second = await startReplica('gateway', product);
    const chat = await agreeOnLoan(product, 'chat');
    const before = second.cpuMs();
    const { latencies, sent } = await measure(chat, [product.url, second.url]);
    const microseconds = ((second.cpuMs() - before) * 1000) / (latencies.length / 2);
    print(`${name}, median`, `${Math.round(median(latencies))} ms`);
    print('  p99', `${Math.round(percentile(latencies, 0.99))} ms`);
    print('  the sender’s response under the same load, median', `${Math.round(median(sent))} ms`);
    print('  a gateway’s CPU for one message to one subscriber', `${Math.round(microseconds)} µs`);
    print('  lost or duplicated', '0', '0');
  } finally {
    await second?.stop();
    await product.stop();
  }
}
