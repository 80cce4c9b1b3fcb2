/** The outbox of a loan's chat as a component uses it; it goes on sending after the component is gone. */

import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { passes, refusalOf } from '../../../graph/refusal.ts';
import { onReturn } from '../../../graph/socket.ts';
import { session } from '../../../session/tokens.ts';
import { SendMessageDocument } from './chat.generated.ts';
import type { Failure, Letter } from './message-queue.ts';
import { PostOffice } from './message-queue.ts';
import type { Outbox } from './outbox.ts';
import { hasUnsent } from './outbox.ts';

/** An answer that does not come in this time is not waited for: the same message sent again is written once. */
const patienceMs = 20_000;

/** One for each account's client, and in it one for each loan. */
const offices = new WeakMap<ApolloClient, Map<string, PostOffice>>();

interface Desk {
  client: ApolloClient;
  accountId: string;
  escrowId: string;
}

async function deliver({ client, escrowId }: Desk, letter: Letter): Promise<Failure | undefined> {
  const { clientId, text: message } = letter;
  try {
    await client.mutate({
      mutation: SendMessageDocument,
      variables: { escrowId, message, clientId },
      // The chat is made of what is read and told live: in that order it has no gap.
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal: AbortSignal.timeout(patienceMs) } },
    });
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.code === 'UNAUTHENTICATED') return { passes: 'signed in' };
    if (passes(refusal)) return { passes: true, retryAfterSeconds: refusal.retryAfterSeconds };
    return { passes: false, problem: refusal.fields?.message ?? refusal.message };
  }
}

function officeAt(desk: Desk): PostOffice {
  const { client, escrowId } = desk;
  const ofAccount = offices.get(client) ?? new Map<string, PostOffice>();
  offices.set(client, ofAccount);
  const known = ofAccount.get(escrowId);
  if (known) return known;
  const office = openOffice(desk);
  ofAccount.set(escrowId, office);
  return office;
}

function openOffice(desk: Desk): PostOffice {
  const { accountId, escrowId } = desk;
  const office = new PostOffice({
    deliver: (letter) => deliver(desk, letter),
    store: () => sessionStorage,
    key: `outbox.${accountId}.${escrowId}`,
  });
  // What is not sent would be lost with the tab, on whatever screen its writer is by then.
  const ask = (event: BeforeUnloadEvent) => {
    if (session()?.accountId === accountId) event.preventDefault();
  };
  const look = () => {
    if (hasUnsent(office.outbox)) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  };
  office.watch(look);
  look();
  return office;
}

export interface Outgoings {
  outbox: Outbox;
  office: PostOffice;
}

export function usePostOffice(accountId: string, escrowId: string): Outgoings {
  const client = useApolloClient();
  const office = useMemo(
    () => officeAt({ client, accountId, escrowId }),
    [client, accountId, escrowId],
  );
  const outbox = useSyncExternalStore(office.watch, () => office.outbox);
  useEffect(() => {
    office.wake();
    window.addEventListener('online', office.wake);
    const stop = onReturn(office.wake);
    return () => {
      window.removeEventListener('online', office.wake);
      stop();
    };
  }, [office]);
  return { outbox, office };
}
