/** A client for each account that signs in here, and one for visitors: what one has read is nothing for the next. */

import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { getMainDefinition } from '@apollo/client/utilities';
import { from, mergeMap, tap } from 'rxjs';
import {
  endSession,
  renewToken,
  SessionEnded,
  sessionOver,
  usableToken,
} from '../session/renew-token.ts';
import type { Tokens } from '../session/tokens.ts';
import { catchUp, onSessionChange, readTokens, session } from '../session/tokens.ts';
import { noteNow } from './business-time.ts';
import { LogOutDocument, RefreshTokensDocument } from './session.generated.ts';
import { openSocket } from './socket.ts';
import { newerLive } from './stale-read-guard.ts';

declare module '@apollo/client' {
  interface DefaultContext {
    /** Sent without a token, and a 401 is an answer to it like any other: signing in, resetting. */
    asVisitor?: boolean;
  }
}

const http = new HttpLink({ uri: '/graphql' });

/** All tabs wait for a refresh; one that is not answered by then is asked for again, and answered alike. */
const patienceMs = 15_000;

async function swap(refreshToken: string): Promise<Tokens | null> {
  try {
    const { data } = await currentClient().mutate({
      mutation: RefreshTokensDocument,
      variables: { refreshToken },
      context: { asVisitor: true, fetchOptions: { signal: AbortSignal.timeout(patienceMs) } },
    });
    return data?.refresh ?? null;
  } catch (error) {
    if (isUnauthenticated(error)) return null;
    throw error;
  }
}

/** Of a result with errors as of an error. */
function isUnauthenticated(given: unknown): boolean {
  const { errors = [] } = (given ?? {}) as Pick<ApolloLink.Result, 'errors'>;
  return errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
}

/** The account's token; what it began is not sent as whoever signed in since. */
async function tokenOf(accountId: string | undefined): Promise<string | undefined> {
  if (accountId === undefined) return undefined;
  catchUp();
  if (session()?.accountId !== accountId) throw new SessionEnded(sessionOver);
  return usableToken(swap);
}

const signedAs = (accountId: string | undefined) =>
  new SetContextLink(async ({ asVisitor, headers }) => {
    const accessToken = asVisitor ? undefined : await tokenOf(accountId);
    return accessToken ? { headers: { ...headers, 'x-access-token': accessToken } } : {};
  });

const clock = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(({ data }) => {
      if (typeof data?.now === 'string') noteNow(data.now);
    }),
  ),
);

/** A token that the server does not take is renewed once; if it does not take that either, the session is over. */
const renewed = new ErrorLink(({ error, operation, forward }) => {
  const { asVisitor, headers } = operation.getContext();
  const sent = (headers as Record<string, string> | undefined)?.['x-access-token'];
  if (asVisitor || !sent || !isUnauthenticated(error)) return;
  return from(renewToken(sent, swap)).pipe(
    mergeMap((accessToken) => {
      operation.setContext({ headers: { ...headers, 'x-access-token': accessToken } });
      const look = (given: unknown) => {
        if (isUnauthenticated(given)) endIfStill(accessToken);
      };
      return forward(operation).pipe(tap<ApolloLink.Result>({ next: look, error: look }));
    }),
  );
});

/** Whoever has signed in meanwhile stays so. */
function endIfStill(accessToken: string): void {
  if (readTokens().accessToken === accessToken) endSession({ sentence: sessionOver });
}

const isLive = ({ query }: ApolloLink.Operation) => {
  const definition = getMainDefinition(query);
  return definition.kind === 'OperationDefinition' && definition.operation === 'subscription';
};

function openClient(accountId: string | undefined) {
  let sent: string | undefined;
  const socket = openSocket(async (refused) => {
    const stored = await tokenOf(accountId);
    // Not taken though its time is not over: the session was ended elsewhere, which renewing finds out.
    sent = refused && stored && stored === sent ? await renewToken(stored, swap) : stored;
    return { accessToken: sent };
  });
  const newer = newerLive();
  const calls = ApolloLink.from([newer.calls, clock, signedAs(accountId), renewed, http]);
  const live = ApolloLink.from([newer.live, new GraphQLWsLink(socket)]);
  const client = new ApolloClient({
    link: ApolloLink.split(isLive, live, calls),
    cache: new InMemoryCache(),
    devtools: { enabled: false },
  });
  return { client, socket };
}

let current = openClient(session()?.accountId);

onSessionChange(() => {
  // One that was still being opened may fail for the very end of the session; nobody waits for it any more.
  void Promise.resolve(current.socket.dispose()).catch(() => undefined);
  current = openClient(session()?.accountId);
});

/** Of whoever is signed in now. */
export const currentClient = (): ApolloClient => current.client;

/** Ends the session here at once, on the server as soon as it answers, and leads to the front page. */
export function logOut(): void {
  const { refreshToken } = readTokens();
  endSession({ to: '/' });
  if (!refreshToken) return;
  // Sent to its end also where the tab is closed with it.
  const context = { asVisitor: true, fetchOptions: { keepalive: true } };
  currentClient()
    .mutate({ mutation: LogOutDocument, variables: { refreshToken }, context })
    .catch(() => undefined);
}

/** A file of the API that needs the token, as bytes: contracts, evidence, statements. Its token is renewed as any call's. */
export async function fetchFile(path: string, init: RequestInit = {}): Promise<Response> {
  const send = (accessToken: string | undefined) => {
    const headers = new Headers(init.headers);
    if (accessToken) headers.set('x-access-token', accessToken);
    return fetch(path, { ...init, headers });
  };
  const sent = await tokenOf(session()?.accountId);
  const answer = await send(sent);
  if (answer.status !== 401 || !sent) return answer;
  const renewed = await renewToken(sent, swap);
  const second = await send(renewed);
  if (second.status === 401) endIfStill(renewed);
  return second;
}
