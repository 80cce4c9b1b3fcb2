import { beforeEach, expect, jest, test } from '@jest/globals';
import {
  getSessionEndNotice,
  getValidToken,
  renewToken,
  SessionEndedError,
} from './renew-token.ts';
import type { Tokens } from './tokens.ts';
import { clearTokens, currentSession, readTokens, storeTokens } from './tokens.ts';

const encode = (claims: object) => btoa(JSON.stringify(claims)).replace(/=+$/, '');
const tokenOf = (sub: string, exp: number) => `head.${encode({ sub, exp })}.signature`;
const nowSeconds = () => Date.now() / 1000;
const fresh = () => tokenOf('ada', nowSeconds() + 900);
const ended = () => tokenOf('ada', nowSeconds() - 1);

function pending() {
  let answer: (tokens: Tokens | null) => void = () => undefined;
  const swap = jest.fn(
    () =>
      new Promise<Tokens | null>((done) => {
        answer = done;
      }),
  );
  return { swap, answer: (tokens: Tokens | null) => answer(tokens) };
}

/** A lock held by another tab until the test grants it. */
function heldByAnother() {
  let waiting: () => Promise<void> = async () => undefined;
  const request = (_name: string, work: () => Promise<void>) =>
    new Promise<void>((done, fail) => {
      waiting = () => work().then(done, fail);
    });
  return { lock: { request }, grant: () => waiting() };
}

const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  clearTokens();
  // jsdom has none; a test may bring its own.
  Reflect.deleteProperty(navigator, 'locks');
});

test('a valid token is sent unchanged', async () => {
  const accessToken = fresh();
  storeTokens({ accessToken, refreshToken: 'r1' });
  const { swap } = pending();
  await expect(getValidToken(swap)).resolves.toBe(accessToken);
  expect(swap).not.toHaveBeenCalled();
});

test('a visitor sends no token and requests no refresh', async () => {
  const { swap } = pending();
  await expect(getValidToken(swap)).resolves.toBeUndefined();
  expect(swap).not.toHaveBeenCalled();
});

test('concurrent requests with an expired token refresh it once', async () => {
  storeTokens({ accessToken: ended(), refreshToken: 'r1' });
  const { swap, answer } = pending();
  const calls = [getValidToken(swap), getValidToken(swap), getValidToken(swap)];
  await settled();
  const accessToken = fresh();
  answer({ accessToken, refreshToken: 'r2' });
  await expect(Promise.all(calls)).resolves.toEqual([accessToken, accessToken, accessToken]);
  expect(swap).toHaveBeenCalledTimes(1);
  expect(readTokens()).toEqual({ accessToken, refreshToken: 'r2' });
});

test('a token that another tab has renewed is used without another refresh', async () => {
  const stale = ended();
  const theirs = fresh();
  storeTokens({ accessToken: theirs, refreshToken: 'r2' });
  const { swap } = pending();
  await expect(renewToken(stale, swap)).resolves.toBe(theirs);
  expect(swap).not.toHaveBeenCalled();
});

test('while another tab renews, its token is used as soon as it is stored', async () => {
  const stale = ended();
  storeTokens({ accessToken: stale, refreshToken: 'r1' });
  const { lock, grant } = heldByAnother();
  Object.defineProperty(navigator, 'locks', { value: lock, configurable: true });
  const { swap } = pending();
  const call = getValidToken(swap);
  const theirs = fresh();
  localStorage.setItem('accessToken', theirs);
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
  await expect(call).resolves.toBe(theirs);

  // The lock arrives after this request is done, so what is stored by then is irrelevant.
  localStorage.setItem('accessToken', ended());
  localStorage.removeItem('refreshToken');
  await grant();
  expect(swap).not.toHaveBeenCalled();
  expect(readTokens().accessToken).not.toBeNull();
});

test('a renewal that another tab completed first does not end the session', async () => {
  storeTokens({ accessToken: ended(), refreshToken: 'r1' });
  const { swap, answer } = pending();
  const call = getValidToken(swap);
  await settled();
  const theirs = { accessToken: fresh(), refreshToken: 'r2' };
  storeTokens(theirs);
  answer({ accessToken: fresh(), refreshToken: 'r2' });
  await expect(call).resolves.toBe(theirs.accessToken);
  expect(readTokens()).toEqual(theirs);
});

test('a rejected refresh ends the session with a message', async () => {
  storeTokens({ accessToken: ended(), refreshToken: 'r1' });
  await expect(getValidToken(async () => null)).rejects.toThrow(SessionEndedError);
  expect(readTokens()).toEqual({ accessToken: null, refreshToken: null });
  expect(currentSession()).toBeNull();
  expect(getSessionEndNotice().message).toBe('Your session has ended. Log in again.');
});

test('without a refresh token the customer’s message is shown', async () => {
  localStorage.setItem('accessToken', ended());
  await expect(getValidToken(async () => null)).rejects.toThrow('No refresh token available');
  expect(getSessionEndNotice().message).toBe('No refresh token available');
});

test('an unreachable server does not end the session', async () => {
  const accessToken = ended();
  storeTokens({ accessToken, refreshToken: 'r1' });
  await expect(
    getValidToken(async () => {
      throw new TypeError('Failed to fetch');
    }),
  ).rejects.toThrow('Failed to fetch');
  expect(readTokens()).toEqual({ accessToken, refreshToken: 'r1' });
});

test('with a full storage a login still works for the lifetime of the tab', () => {
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const tokens = { accessToken: fresh(), refreshToken: 'r1' };
  storeTokens(tokens);
  full.mockRestore();
  expect(readTokens()).toEqual(tokens);
  expect(currentSession()).toEqual({ accountId: 'ada' });
  clearTokens();
  expect(currentSession()).toBeNull();
});

test('logging out during a refresh stays logged out', async () => {
  storeTokens({ accessToken: ended(), refreshToken: 'r1' });
  const { swap, answer } = pending();
  const call = getValidToken(swap);
  await settled();
  clearTokens();
  answer({ accessToken: fresh(), refreshToken: 'r2' });
  await expect(call).rejects.toThrow(SessionEndedError);
  expect(readTokens()).toEqual({ accessToken: null, refreshToken: null });
});

test('another account that signs in during a refresh is not overwritten', async () => {
  storeTokens({ accessToken: ended(), refreshToken: 'r1' });
  const { swap, answer } = pending();
  const call = getValidToken(swap);
  await settled();
  const lin = { accessToken: tokenOf('lin', nowSeconds() + 900), refreshToken: 'l1' };
  storeTokens(lin);
  answer({ accessToken: fresh(), refreshToken: 'r2' });
  await expect(call).rejects.toThrow(SessionEndedError);
  expect(readTokens()).toEqual(lin);
  expect(currentSession()).toEqual({ accountId: 'lin' });
});
