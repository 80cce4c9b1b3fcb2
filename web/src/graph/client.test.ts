/** Access tokens on requests: which one is sent, when it is renewed, and when the session ends. */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { parse } from 'graphql';
import { getSessionEndNotice } from '../session/renew-token.ts';
import { endStepUp, isStepUpRequested } from '../session/step-up.ts';
import { clearTokens, currentSession, readTokens, storeTokens } from '../session/tokens.ts';
import { toErrorDetails } from './api-error.ts';
import { currentClient, fetchFile, logOut } from './client.ts';
import { withFragments } from './with-fragments.ts';

const encode = (claims: object) => btoa(JSON.stringify(claims)).replace(/=+$/, '');
const tokenOf = (sub: string, lastsSeconds = 900) =>
  `h.${encode({ sub, exp: Date.now() / 1000 + lastsSeconds, jti: Math.random() })}.s`;
const query = (name = 'Now') =>
  currentClient().query({
    query: withFragments<{ now: string }, Record<string, never>>(
      parse(`query ${name} { now }`).definitions[0],
      [],
    ),
    fetchPolicy: 'network-only',
  });

interface Call {
  operation: string;
  token: string | undefined;
}

let calls: Call[] = [];
/** Tokens that the server accepts. */
let validTokens = new Set<string>();
let refreshes: (() => Response)[] = [];
/** Replaces the reply of the server. */
let override: () => Response | undefined = () => undefined;
const signedInToken = tokenOf('me');
/** Runs when the server receives a request. */
let onRequest: (call: Call) => void = () => undefined;

const respond = (body: object, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/graphql-response+json' },
  });
const respondUnauthenticated = (status: number) =>
  respond(
    { errors: [{ message: 'Your token has ended.', extensions: { code: 'UNAUTHENTICATED' } }] },
    status,
  );

function server(_url: unknown, init: RequestInit | undefined): Promise<Response> {
  const operation = JSON.parse(String(init?.body)).operationName as string;
  const token = new Headers(init?.headers).get('x-access-token') ?? undefined;
  calls.push({ operation, token });
  onRequest({ operation, token });
  const replaced = override();
  if (replaced) return Promise.resolve(replaced);
  if (operation === 'RefreshTokens') return Promise.resolve((refreshes.shift() ?? rejectRefresh)());
  if (operation === 'LogOut') return Promise.resolve(respond({ data: { logout: true } }));
  if (token && !validTokens.has(token)) return Promise.resolve(respondUnauthenticated(401));
  return Promise.resolve(respond({ data: { now: '2026-11-22T00:00:00.000Z' } }));
}
const rejectRefresh = () => respondUnauthenticated(200);
const renewTo = (accessToken: string) => {
  validTokens.add(accessToken);
  refreshes.push(() =>
    respond({ data: { refresh: { __typename: 'X', accessToken, refreshToken: 'r2' } } }),
  );
};
const names = () => calls.map(({ operation }) => operation);

beforeEach(() => {
  clearTokens();
  calls = [];
  validTokens = new Set();
  refreshes = [];
  override = () => undefined;
  onRequest = () => undefined;
  jest.spyOn(globalThis, 'fetch').mockImplementation(server as typeof fetch);
});

test('a visitor sends no token', async () => {
  await query();
  expect(calls).toEqual([{ operation: 'Now', token: undefined }]);
});

test('an expired token is renewed once before any request is sent', async () => {
  storeTokens({ accessToken: tokenOf('ada', -5), refreshToken: 'r1' });
  const next = tokenOf('ada');
  renewTo(next);
  await Promise.all([query('One'), query('Two'), query('Three')]);
  expect(names().filter((name) => name === 'RefreshTokens')).toHaveLength(1);
  expect(calls.slice(1).map(({ token }) => token)).toEqual([next, next, next]);
});

test('a token that the server rejects is renewed once and the request repeated', async () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  const next = tokenOf('ada');
  renewTo(next);
  const { data } = await query();
  expect(data?.now).toBe('2026-11-22T00:00:00.000Z');
  expect(names()).toEqual(['Now', 'RefreshTokens', 'Now']);
  expect(readTokens()).toEqual({ accessToken: next, refreshToken: 'r2' });
});

test('if the renewed token is rejected too, the session ends without a third attempt', async () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  const next = tokenOf('ada');
  renewTo(next);
  validTokens.clear();
  const error = await query().catch((reason: unknown) => reason);
  expect(toErrorDetails(error).code).toBe('UNAUTHENTICATED');
  expect(names()).toEqual(['Now', 'RefreshTokens', 'Now']);
  expect(readTokens()).toEqual({ accessToken: null, refreshToken: null });
  expect(getSessionEndNotice().message).toBe('Your session has ended. Log in again.');
});

test('a refresh without a response times out', async () => {
  const patience = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  storeTokens({ accessToken: tokenOf('ada', -5), refreshToken: 'r1' });
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_url, init) =>
      new Promise((_answer, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const call = query().catch((reason: unknown) => reason);
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  patience.abort(new DOMException('late', 'TimeoutError'));
  expect(toErrorDetails(await call).code).toBe('OFFLINE');
  expect(readTokens().refreshToken).toBe('r1');
});

test('a rejected refresh ends the session', async () => {
  storeTokens({ accessToken: tokenOf('ada', -5), refreshToken: 'r1' });
  const error = await query().catch((reason: unknown) => reason);
  expect(toErrorDetails(error)).toMatchObject({
    code: 'UNAUTHENTICATED',
    message: 'Your session has ended. Log in again.',
  });
  expect(names()).toEqual(['RefreshTokens']);
});

test('a refresh that cannot reach the server keeps the session', async () => {
  const accessToken = tokenOf('ada', -5);
  storeTokens({ accessToken, refreshToken: 'r1' });
  refreshes.push(() => {
    throw new TypeError('Failed to fetch');
  });
  const error = await query().catch((reason: unknown) => reason);
  expect(toErrorDetails(error).code).toBe('OFFLINE');
  expect(readTokens()).toEqual({ accessToken, refreshToken: 'r1' });
});

test('logging out clears the tokens at once, notifies the server, and leads to the front page', async () => {
  const accessToken = tokenOf('ada');
  storeTokens({ accessToken, refreshToken: 'r1' });
  logOut();
  expect(readTokens()).toEqual({ accessToken: null, refreshToken: null });
  expect(getSessionEndNotice().redirectTo).toBe('/');
  await new Promise((done) => setTimeout(done));
  expect(calls).toEqual([{ operation: 'LogOut', token: undefined }]);
});

test('the logout request survives closing the tab', async () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  const fetched = jest.spyOn(globalThis, 'fetch');
  logOut();
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  expect(fetched.mock.lastCall?.[1]?.keepalive).toBe(true);
});

test('a request of one account is not sent as another that signs in during the refresh', async () => {
  const lin = tokenOf('lin');
  validTokens.add(lin);
  storeTokens({ accessToken: tokenOf('ada', -5), refreshToken: 'r1' });
  refreshes.push(() => {
    storeTokens({ accessToken: lin, refreshToken: 'l1' });
    return respond({ data: { refresh: { accessToken: tokenOf('ada'), refreshToken: 'r2' } } });
  });
  const error = await query().catch((reason: unknown) => reason);
  expect(toErrorDetails(error).code).toBe('UNAUTHENTICATED');
  expect(names()).toEqual(['RefreshTokens']);
  expect(readTokens()).toEqual({ accessToken: lin, refreshToken: 'l1' });
});

test('a request is not sent as another account whose sign-in this page has not noticed yet', async () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  const lin = tokenOf('lin');
  validTokens.add(lin);
  // Another tab wrote these; the storage event is late, or this page was in the back-forward cache.
  localStorage.setItem('accessToken', lin);
  localStorage.setItem('refreshToken', 'l1');
  const error = await query().catch((reason: unknown) => reason);
  expect(toErrorDetails(error).code).toBe('UNAUTHENTICATED');
  expect(calls).toEqual([]);
  expect(currentSession()).toEqual({ accountId: 'lin' });
  expect(readTokens()).toEqual({ accessToken: lin, refreshToken: 'l1' });
});

test('a page restored from the back-forward cache rereads the session', () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  localStorage.clear();
  window.dispatchEvent(new Event('pageshow'));
  expect(currentSession()).toBeNull();
});

test('a final rejection of one account does not end the session of another', async () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  const next = tokenOf('ada');
  renewTo(next);
  validTokens.clear();
  const lin = { accessToken: tokenOf('lin'), refreshToken: 'l1' };
  onRequest = ({ token }) => token === next && storeTokens(lin);
  const error = await query().catch((reason: unknown) => reason);
  expect(toErrorDetails(error).code).toBe('UNAUTHENTICATED');
  expect(readTokens()).toEqual(lin);
});

test('a browser whose clock is an hour ahead does not renew a valid token', async () => {
  const made = Date.now() / 1000 - 3600;
  const ofServer = () =>
    `h.${encode({ sub: 'ada', iat: made, exp: made + 900, jti: Math.random() })}.s`;
  storeTokens({ accessToken: ofServer(), refreshToken: 'r1' });
  renewTo(ofServer());
  renewTo(ofServer());
  validTokens.add(readTokens().accessToken ?? '');
  await query();
  await query();
  expect(names()).toEqual(['Now', 'Now']);
});

test('the cache of one account is not visible to the next', async () => {
  const ada = tokenOf('ada');
  validTokens.add(ada);
  storeTokens({ accessToken: ada, refreshToken: 'r1' });
  await query();
  expect(currentClient().cache.extract()).not.toEqual({});
  const lin = tokenOf('lin');
  storeTokens({ accessToken: lin, refreshToken: 'l1' });
  expect(currentClient().cache.extract()).toEqual({});
});

test('a file request with a rejected token is repeated once, then the session ends', async () => {
  const stale = tokenOf('ada');
  const next = tokenOf('ada');
  const sent: (string | null)[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (url === '/graphql') return server(url, init);
    const token = new Headers(init?.headers).get('x-access-token');
    sent.push(token);
    return new Response('bytes', { status: token && validTokens.has(token) ? 200 : 401 });
  });
  storeTokens({ accessToken: stale, refreshToken: 'r1' });
  renewTo(next);
  expect((await fetchFile('/api/statements/2026.pdf')).status).toBe(200);
  expect(sent).toEqual([stale, next]);

  validTokens.clear();
  const last = tokenOf('ada');
  renewTo(last);
  validTokens.clear();
  expect((await fetchFile('/api/statements/2026.pdf')).status).toBe(401);
  expect(sent.slice(2)).toEqual([next, last]);
  expect(readTokens()).toEqual({ accessToken: null, refreshToken: null });
  expect(getSessionEndNotice().message).toBe('Your session has ended. Log in again.');
});

test('a call that needs a fresh session waits for the proof and is repeated; without it, its error stands', async () => {
  storeTokens({ accessToken: signedInToken, refreshToken: 'r1' });
  validTokens.add(signedInToken);
  let fresh = false;
  override = () =>
    fresh
      ? undefined
      : respond({
          errors: [{ message: 'Enter it again.', extensions: { code: 'STEP_UP_REQUIRED' } }],
        });
  const first = query('First').catch(toErrorDetails);
  await waitFor(() => expect(isStepUpRequested()).toBe(true));
  endStepUp(false);
  expect(await first).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  const second = query('Second');
  await waitFor(() => expect(isStepUpRequested()).toBe(true));
  fresh = true;
  endStepUp(true);
  expect((await second).data).toEqual({ now: '2026-11-22T00:00:00.000Z' });
  expect(names()).toEqual(['First', 'Second', 'Second']);
});
