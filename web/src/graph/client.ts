/** The Apollo client. Each account and the anonymous visitor get their own, so no cache is shared between them. */

import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { getMainDefinition } from '@apollo/client/utilities';
import { from, mergeMap, tap, throwError } from 'rxjs';
import {
  endSession,
  getValidToken,
  renewToken,
  SessionEndedError,
  sessionEndedMessage,
} from '../session/renew-token.ts';
import { endStepUp, requestStepUp } from '../session/step-up.ts';
import type { Tokens } from '../session/tokens.ts';
import { currentSession, onSessionChange, readTokens, syncSession } from '../session/tokens.ts';
import { waitForServer } from '../ui/feedback/reachability.ts';
import { syncBusinessTime } from './business-time.ts';
import { LogOutDocument, RefreshTokensDocument } from './session.generated.ts';
import { openSocket } from './socket.ts';
import { createStaleReadGuard } from './stale-read-guard.ts';

declare module '@apollo/client' {
  interface DefaultContext {
    /** Send without a token and treat a 401 as a normal error, as for login and password reset. */
    asVisitor?: boolean;
  }
}

const http = new HttpLink({ uri: '/graphql' });

/** All tabs wait for a token refresh. The server answers a repeated refresh with the same tokens. */
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

/** Accepts a result with errors as well as a thrown error. */
function hasCode(result: unknown, code: string): boolean {
  const { errors = [] } = (result ?? {}) as Pick<ApolloLink.Result, 'errors'>;
  return errors.some(({ extensions }) => extensions?.code === code);
}

const isUnauthenticated = (result: unknown) => hasCode(result, 'UNAUTHENTICATED');

/** Returns the token of this account, or throws if another account has signed in since. */
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

/** Renews a rejected token once. If the new token is rejected too, the session ends. */
const renewed = new ErrorLink(({ error, operation, forward }) => {
  const { asVisitor, headers } = operation.getContext();
  const sent = (headers as Record<string, string> | undefined)?.['x-access-token'];
  if (asVisitor || !sent || !isUnauthenticated(error)) return;
  return from(renewToken(sent, exchangeTokens)).pipe(
    mergeMap((accessToken) => {
      operation.setContext({ headers: { ...headers, 'x-access-token': accessToken } });
      const check = (result: unknown) => {
        if (isUnauthenticated(result)) endSessionIfCurrent(accessToken);
      };
      return forward(operation).pipe(tap<ApolloLink.Result>({ next: check, error: check }));
    }),
  );
});

/** A request without a response; a failed one that got a response is not such an error. */
const unreachable = new ErrorLink(({ error }) => {
  if (error instanceof TypeError) void waitForServer();
});

/** Repeats a call that needs a fresh session once the user has proved their identity. */
const steppedUp = new ErrorLink(({ error, operation, forward }) => {
  if (!hasCode(error, 'STEP_UP_REQUIRED') || operation.operationName === 'StepUp') return;
  return from(requestStepUp()).pipe(
    mergeMap((granted) => (granted ? forward(operation) : throwError(() => error))),
  );
});

/** Leaves a session that another sign-in has started since. */
function endSessionIfCurrent(accessToken: string): void {
  if (readTokens().accessToken === accessToken) endSession({ message: sessionEndedMessage });
}

const isSubscription = ({ query }: ApolloLink.Operation) => {
  const definition = getMainDefinition(query);
  return definition.kind === 'OperationDefinition' && definition.operation === 'subscription';
};

function openClient(accountId: string | undefined) {
  let sent: string | undefined;
  const socket = openSocket(async (rejected) => {
    const stored = await getTokenFor(accountId);
    // Rejected before it expires: the session was ended elsewhere. Renewing reveals that.
    sent =
      rejected && stored && stored === sent ? await renewToken(stored, exchangeTokens) : stored;
    return { accessToken: sent };
  });
  const newer = createStaleReadGuard();
  const calls = ApolloLink.from([
    newer.calls,
    businessTimeLink,
    steppedUp,
    authLink(accountId),
    renewed,
    unreachable,
    http,
  ]);
  const live = ApolloLink.from([newer.live, new GraphQLWsLink(socket)]);
  const client = new ApolloClient({
    link: ApolloLink.split(isSubscription, live, calls),
    // It has no id, and two pages read different fields of it.
    cache: new InMemoryCache({ typePolicies: { Dashboard: { merge: true } } }),
    devtools: { enabled: false },
  });
  return { client, socket };
}

let current = openClient(currentSession()?.accountId);

onSessionChange(() => {
  endStepUp(false);
  // A socket that is still connecting may reject because the session ended; nothing awaits it any more.
  void Promise.resolve(current.socket.dispose()).catch(() => undefined);
  current = openClient(currentSession()?.accountId);
});

/** The client of the signed-in account, or of the visitor. */
export const currentClient = (): ApolloClient => current.client;

/** What must be sent with the session that is about to end. */
const lastCalls = new Set<() => Promise<void>>();
const maxLastCallsMs = 3_000;

/** Runs before a logout. Returns a function that takes it back. */
export function beforeLogOut(send: () => Promise<void>): () => void {
  lastCalls.add(send);
  return () => lastCalls.delete(send);
}

/** Ends the session in this browser, notifies the server, and redirects to the front page. */
export async function logOut(): Promise<void> {
  if (lastCalls.size > 0) {
    const all = Promise.allSettled([...lastCalls].map((send) => send()));
    await Promise.race([all, new Promise((done) => setTimeout(done, maxLastCallsMs))]);
  }
  const { refreshToken } = readTokens();
  endSession({ redirectTo: '/' });
  if (!refreshToken) return;
  // `keepalive` completes the request even if the tab closes.
  const context = { asVisitor: true, fetchOptions: { keepalive: true } };
  currentClient()
    .mutate({ mutation: LogOutDocument, variables: { refreshToken }, context })
    .catch(() => undefined);
}

/** Fetches a file that needs the token (contract, evidence, statement), with the same token renewal. */
export async function fetchFile(path: string, init: RequestInit = {}): Promise<Response> {
  const send = (accessToken: string | undefined) => {
    const headers = new Headers(init.headers);
    if (accessToken) headers.set('x-access-token', accessToken);
    return fetch(path, { ...init, headers });
  };
  const sent = await getTokenFor(currentSession()?.accountId);
  const response = await send(sent);
  if (response.status !== 401 || !sent) return response;
  const renewed = await renewToken(sent, exchangeTokens);
  const second = await send(renewed);
  if (second.status === 401) endSessionIfCurrent(renewed);
  return second;
}
