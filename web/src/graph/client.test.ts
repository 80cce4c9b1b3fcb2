/** Who calls, as the server sees it: the token that is sent, renewed once, or given up. */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { parse } from 'graphql';
import { getSessionEndNotice } from '../session/renew-token.ts';
import { clearTokens, currentSession, readTokens, storeTokens } from '../session/tokens.ts';
import { toErrorDetails } from './api-error.ts';
import { currentClient, fetchFile, logOut } from './client.ts';
import { withFragments } from './with-fragments.ts';

const encode = (claims: object) => btoa(JSON.stringify(claims)).replace(/=+$/, '');
const tokenOf = (sub: string, lastsSeconds = 900) =>
  `h.${encode({ sub, exp: Date.now() / 1000 + lastsSeconds, jti: Math.random() })}.s`;
const ask = (name = 'Now') =>
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
/** Tokens that the server takes. */
let good = new Set<string>();
let refreshes: (() => Response)[] = [];
/** What happens meanwhile. */
let whenAsked: (call: Call) => void = () => undefined;

const answer = (body: object, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/graphql-response+json' },
  });
const refused = (status: number) =>
  answer(
    { errors: [{ message: 'Your token has ended.', extensions: { code: 'UNAUTHENTICATED' } }] },
    status,
  );

function server(_url: unknown, init: RequestInit | undefined): Promise<Response> {
  const operation = JSON.parse(String(init?.body)).operationName as string;
  const token = new Headers(init?.headers).get('x-access-token') ?? undefined;
  calls.push({ operation, token });
  whenAsked({ operation, token });
  if (operation === 'RefreshTokens') return Promise.resolve((refreshes.shift() ?? refuse)());
  if (operation === 'LogOut') return Promise.resolve(answer({ data: { logout: true } }));
  if (token && !good.has(token)) return Promise.resolve(refused(401));
  return Promise.resolve(answer({ data: { now: '2026-11-22T00:00:00.000Z' } }));
}
const refuse = () => refused(200);
const renewTo = (accessToken: string) => {
  good.add(accessToken);
  refreshes.push(() =>
    answer({ data: { refresh: { __typename: 'X', accessToken, refreshToken: 'r2' } } }),
  );
};
const names = () => calls.map(({ operation }) => operation);

beforeEach(() => {
  clearTokens();
  calls = [];
  good = new Set();
  refreshes = [];
  whenAsked = () => undefined;
  jest.spyOn(globalThis, 'fetch').mockImplementation(server as typeof fetch);
});

test('a visitor sends no token', async () => {
  await ask();
  expect(calls).toEqual([{ operation: 'Now', token: undefined }]);
});

test('an ended token is renewed before anything is sent, once for all calls', async () => {
  storeTokens({ accessToken: tokenOf('ada', -5), refreshToken: 'r1' });
  const next = tokenOf('ada');
  renewTo(next);
  await Promise.all([ask('One'), ask('Two'), ask('Three')]);
  expect(names().filter((name) => name === 'RefreshTokens')).toHaveLength(1);
  expect(calls.slice(1).map(({ token }) => token)).toEqual([next, next, next]);
});

test('a token that the server no longer takes is renewed once and the call sent again', async () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  const next = tokenOf('ada');
  renewTo(next);
  const { data } = await ask();
  expect(data?.now).toBe('2026-11-22T00:00:00.000Z');
  expect(names()).toEqual(['Now', 'RefreshTokens', 'Now']);
  expect(readTokens()).toEqual({ accessToken: next, refreshToken: 'r2' });
});

test('where the renewed token is refused as well, the session is over and nothing is asked a third time', async () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  const next = tokenOf('ada');
  renewTo(next);
  good.clear();
  const error = await ask().catch((reason: unknown) => reason);
  expect(toErrorDetails(error).code).toBe('UNAUTHENTICATED');
  expect(names()).toEqual(['Now', 'RefreshTokens', 'Now']);
  expect(readTokens()).toEqual({ accessToken: null, refreshToken: null });
  expect(getSessionEndNotice().message).toBe('Your session has ended. Log in again.');
});

test('a refresh that nobody answers holds up no tab for long', async () => {
  const patience = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  storeTokens({ accessToken: tokenOf('ada', -5), refreshToken: 'r1' });
  const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_url, init) =>
      new Promise((_answer, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const call = ask().catch((reason: unknown) => reason);
  await waitFor(() => expect(asked).toHaveBeenCalled());
  patience.abort(new DOMException('late', 'TimeoutError'));
  expect(toErrorDetails(await call).code).toBe('OFFLINE');
  expect(readTokens().refreshToken).toBe('r1');
});

test('a refused refresh ends the session', async () => {
  storeTokens({ accessToken: tokenOf('ada', -5), refreshToken: 'r1' });
  const error = await ask().catch((reason: unknown) => reason);
  expect(toErrorDetails(error)).toMatchObject({
    code: 'UNAUTHENTICATED',
    message: 'Your session has ended. Log in again.',
  });
  expect(names()).toEqual(['RefreshTokens']);
});

test('a refresh that could not be asked keeps the session for the next try', async () => {
  const accessToken = tokenOf('ada', -5);
  storeTokens({ accessToken, refreshToken: 'r1' });
  refreshes.push(() => {
    throw new TypeError('Failed to fetch');
  });
  const error = await ask().catch((reason: unknown) => reason);
  expect(toErrorDetails(error).code).toBe('OFFLINE');
  expect(readTokens()).toEqual({ accessToken, refreshToken: 'r1' });
});

test('logging out forgets the tokens at once, tells the server, and leads to the front page', async () => {
  const accessToken = tokenOf('ada');
  storeTokens({ accessToken, refreshToken: 'r1' });
  logOut();
  expect(readTokens()).toEqual({ accessToken: null, refreshToken: null });
  expect(getSessionEndNotice().redirectTo).toBe('/');
  await new Promise((done) => setTimeout(done));
  expect(calls).toEqual([{ operation: 'LogOut', token: undefined }]);
});

test('the server hears of a logout also where the tab is closed at once', async () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  const asked = jest.spyOn(globalThis, 'fetch');
  logOut();
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(asked.mock.lastCall?.[1]?.keepalive).toBe(true);
});

test('what one account began is not sent as another that signed in meanwhile', async () => {
  const lin = tokenOf('lin');
  good.add(lin);
  storeTokens({ accessToken: tokenOf('ada', -5), refreshToken: 'r1' });
  refreshes.push(() => {
    storeTokens({ accessToken: lin, refreshToken: 'l1' });
    return answer({ data: { refresh: { accessToken: tokenOf('ada'), refreshToken: 'r2' } } });
  });
  const error = await ask().catch((reason: unknown) => reason);
  expect(toErrorDetails(error).code).toBe('UNAUTHENTICATED');
  expect(names()).toEqual(['RefreshTokens']);
  expect(readTokens()).toEqual({ accessToken: lin, refreshToken: 'l1' });
});

test('what a page of one account sends is not sent as another that it has not heard of yet', async () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  const lin = tokenOf('lin');
  good.add(lin);
  // Another tab wrote these; the news of it is late, or this page lay in the back-forward cache.
  localStorage.setItem('accessToken', lin);
  localStorage.setItem('refreshToken', 'l1');
  const error = await ask().catch((reason: unknown) => reason);
  expect(toErrorDetails(error).code).toBe('UNAUTHENTICATED');
  expect(calls).toEqual([]);
  expect(currentSession()).toEqual({ accountId: 'lin' });
  expect(readTokens()).toEqual({ accessToken: lin, refreshToken: 'l1' });
});

test('a page that comes back from the back-forward cache hears what happened meanwhile', () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  localStorage.clear();
  window.dispatchEvent(new Event('pageshow'));
  expect(currentSession()).toBeNull();
});

test('that a call of one account is refused for good ends no session of another', async () => {
  storeTokens({ accessToken: tokenOf('ada'), refreshToken: 'r1' });
  const next = tokenOf('ada');
  renewTo(next);
  good.clear();
  const lin = { accessToken: tokenOf('lin'), refreshToken: 'l1' };
  whenAsked = ({ token }) => token === next && storeTokens(lin);
  const error = await ask().catch((reason: unknown) => reason);
  expect(toErrorDetails(error).code).toBe('UNAUTHENTICATED');
  expect(readTokens()).toEqual(lin);
});

test('a browser whose clock is an hour ahead renews no token that still holds', async () => {
  const made = Date.now() / 1000 - 3600;
  const ofServer = () =>
    `h.${encode({ sub: 'ada', iat: made, exp: made + 900, jti: Math.random() })}.s`;
  storeTokens({ accessToken: ofServer(), refreshToken: 'r1' });
  renewTo(ofServer());
  renewTo(ofServer());
  good.add(readTokens().accessToken ?? '');
  await ask();
  await ask();
  expect(names()).toEqual(['Now', 'Now']);
});

test('what one account has read is not there for the next', async () => {
  const ada = tokenOf('ada');
  good.add(ada);
  storeTokens({ accessToken: ada, refreshToken: 'r1' });
  await ask();
  expect(currentClient().cache.extract()).not.toEqual({});
  const lin = tokenOf('lin');
  storeTokens({ accessToken: lin, refreshToken: 'l1' });
  expect(currentClient().cache.extract()).toEqual({});
});

test('a file that is refused with an ended token is asked for once more, and then the session is over', async () => {
  const stale = tokenOf('ada');
  const next = tokenOf('ada');
  const sent: (string | null)[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (url === '/graphql') return server(url, init);
    const token = new Headers(init?.headers).get('x-access-token');
    sent.push(token);
    return new Response('bytes', { status: token && good.has(token) ? 200 : 401 });
  });
  storeTokens({ accessToken: stale, refreshToken: 'r1' });
  renewTo(next);
  expect((await fetchFile('/api/statements/2026.pdf')).status).toBe(200);
  expect(sent).toEqual([stale, next]);

  good.clear();
  const last = tokenOf('ada');
  renewTo(last);
  good.clear();
  expect((await fetchFile('/api/statements/2026.pdf')).status).toBe(401);
  expect(sent.slice(2)).toEqual([next, last]);
  expect(readTokens()).toEqual({ accessToken: null, refreshToken: null });
  expect(getSessionEndNotice().message).toBe('Your session has ended. Log in again.');
});
