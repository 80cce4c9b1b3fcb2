/** A client for each account that signs in here, and one for visitors: what one has read is nothing for the next. */

import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { getMainDefinition } from '@apollo/client/utilities';
import { from, mergeMap, tap } from 'rxjs';
import {
  endSession,
  getValidToken,
  renewToken,
  SessionEndedError,
  sessionEndedMessage,
} from '../session/renew-token.ts';
import type { Tokens } from '../session/tokens.ts';
import { currentSession, onSessionChange, readTokens, syncSession } from '../session/tokens.ts';
import { syncBusinessTime } from './business-time.ts';
import { LogOutDocument, RefreshTokensDocument } from './session.generated.ts';
import { openSocket } from './socket.ts';
import { createStaleReadGuard } from './stale-read-guard.ts';

declare module '@apollo/client' {
  interface DefaultContext {
    /** Sent without a token, and a 401 is an answer to it like any other: signing in, resetting. */
    asVisitor?: boolean;
  }
}

const http = new HttpLink({ uri: '/graphql' });

/** All tabs wait for a refresh; one that is not answered by then is asked for again, and answered alike. */
const refreshTimeoutMs = 15_000;

async function exchangeTokens(refreshToken: string): Promise<Tokens | null> {
  try {
    const { data } = await currentClient().mutate({
      mutation: RefreshTokensDocument,
      variables: { refreshToken },
      context: { asVisitor: true, fetchOptions: { signal: AbortSignal.timeout(refreshTimeoutMs) } },
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
async function getTokenFor(accountId: string | undefined): Promise<string | undefined> {
  if (accountId === undefined) return undefined;
  syncSession();
  if (currentSession()?.accountId !== accountId) throw new SessionEndedError(sessionEndedMessage);
  return getValidToken(exchangeTokens);
}

const authLink = (accountId: string | undefined) =>
  new SetContextLink(async ({ asVisitor, headers }) => {
    const accessToken = asVisitor ? undefined : await getTokenFor(accountId);
    return accessToken ? { headers: { ...headers, 'x-access-token': accessToken } } : {};
  });

const businessTimeLink = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(({ data }) => {
      if (typeof data?.now === 'string') syncBusinessTime(data.now);
    }),
  ),
);

/** A token that the server does not take is renewed once; if it does not take that either, the session is over. */
const renewed = new ErrorLink(({ error, operation, forward }) => {
  const { asVisitor, headers } = operation.getContext();
  const sent = (headers as Record<string, string> | undefined)?.['x-access-token'];
  if (asVisitor || !sent || !isUnauthenticated(error)) return;
  return from(renewToken(sent, exchangeTokens)).pipe(
    mergeMap((accessToken) => {
      operation.setContext({ headers: { ...headers, 'x-access-token': accessToken } });
      const look = (given: unknown) => {
        if (isUnauthenticated(given)) endSessionIfCurrent(accessToken);
      };
      return forward(operation).pipe(tap<ApolloLink.Result>({ next: look, error: look }));
    }),
  );
});

/** Whoever has signed in meanwhile stays so. */
function endSessionIfCurrent(accessToken: string): void {
  if (readTokens().accessToken === accessToken) endSession({ message: sessionEndedMessage });
}

const isSubscription = ({ query }: ApolloLink.Operation) => {
  const definition = getMainDefinition(query);
  return definition.kind === 'OperationDefinition' && definition.operation === 'subscription';
};

function openClient(accountId: string | undefined) {
  let sent: string | undefined;
  const socket = openSocket(async (refused) => {
    const stored = await getTokenFor(accountId);
    // Not taken though its time is not over: the session was ended elsewhere, which renewing finds out.
    sent = refused && stored && stored === sent ? await renewToken(stored, exchangeTokens) : stored;
    return { accessToken: sent };
  });
  const newer = createStaleReadGuard();
  const calls = ApolloLink.from([
    newer.calls,
    businessTimeLink,
    authLink(accountId),
    renewed,
    http,
  ]);
  const live = ApolloLink.from([newer.live, new GraphQLWsLink(socket)]);
  const client = new ApolloClient({
    link: ApolloLink.split(isSubscription, live, calls),
    cache: new InMemoryCache(),
    devtools: { enabled: false },
  });
  return { client, socket };
}

let current = openClient(currentSession()?.accountId);

onSessionChange(() => {
  // One that was still being opened may fail for the very end of the session; nobody waits for it any more.
  void Promise.resolve(current.socket.dispose()).catch(() => undefined);
  current = openClient(currentSession()?.accountId);
});

/** Of whoever is signed in now. */
export const currentClient = (): ApolloClient => current.client;

/** Ends the session here at once, on the server as soon as it answers, and leads to the front page. */
export function logOut(): void {
  const { refreshToken } = readTokens();
  endSession({ redirectTo: '/' });
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
  const sent = await getTokenFor(currentSession()?.accountId);
  const answer = await send(sent);
  if (answer.status !== 401 || !sent) return answer;
  const renewed = await renewToken(sent, exchangeTokens);
  const second = await send(renewed);
  if (second.status === 401) endSessionIfCurrent(renewed);
  return second;
}
