/** Test helper: registers a user and calls the API in its session. */

import assert from 'node:assert/strict';
import { newId } from '@nameloan/runtime/id';
import type {
  Caller,
  ClientDetails,
  TestResult,
  TestService,
} from '@nameloan/testkit/service/test-service';
import jsonwebtoken from 'jsonwebtoken';
import { serviceContext } from '../service-context.ts';

export const loginCall = `mutation ($email: String!, $password: String!, $mfa: String) {
  login(email: $email, password: $password, mfa: $mfa) { token refreshToken }
}`;
export const registerCall = `mutation ($name: String!, $email: String!, $password: String!) {
  register(name: $name, email: $email, password: $password) { token refreshToken }
}`;
export const refreshCall = `mutation ($refreshToken: String) {
  refresh(refreshToken: $refreshToken) { accessToken refreshToken }
}`;
export const verifyCall = 'mutation ($token: String!) { verifyEmail(token: $token) }';
const linkSubject = 'identity.verification.requested';
export const profileCall = `mutation ($input: ProfileInput!) {
  updateProfile(input: $input) { pfp defaultContract address1 address2 city zip country countryCode subdivision }
}`;

export interface TestSession {
  accountId: string;
  sessionId: string;
  token: string;
  refreshToken: string;
  /** Calls the API in this session. */
  call: Caller;
}

export interface Person extends TestSession {
  name: string;
  email: string;
  password: string;
  /** Logs in again; returns the raw response. */
  logIn(more?: Login): Promise<TestResult>;
  /** Logs in again and expects success. */
  open(more?: Login): Promise<TestSession>;
}

interface Login extends Pick<ClientDetails, 'ip' | 'userAgent'> {
  password?: string;
  mfa?: string;
}

/** Registers a person whose address is verified. */
export async function registerPerson(service: TestService, ip?: string): Promise<Person> {
  const person = await registerUnverified(service, ip);
  const token = await readVerificationToken(service, person.accountId);
  const answer = await service.as(null)(verifyCall, { token });
  assert.equal(answer.code, undefined, answer.message);
  return person;
}

/** The token of the first link that was requested for the account. */
export async function readVerificationToken(
  service: TestService,
  accountId: string,
): Promise<string> {
  const { data } = await service.event(linkSubject, (one) => one.accountId === accountId);
  return serviceContext.decrypt(data.sealedToken, linkSubject);
}

export async function registerUnverified(service: TestService, ip?: string): Promise<Person> {
  const name = 'Grace Hopper';
  const email = `grace-${newId()}@example.com`;
  const password = 'the nanosecond is a foot';
  const from = ip ? { ip } : {};
  const answer = await service.as(null, from)(registerCall, { name, email, password });
  assert.equal(answer.code, undefined, answer.message);
  const logIn: Person['logIn'] = ({ ip: otherIp, userAgent, ...more } = {}) =>
    service.as(null, {
      ...from,
      ...(otherIp ? { ip: otherIp } : {}),
      ...(userAgent ? { userAgent } : {}),
    })(loginCall, { email, password, ...more });
  return {
    name,
    email,
    password,
    ...toTestSession(service, answer.data.register),
    logIn,
    open: async (more) => {
      const again = await logIn(more);
      assert.equal(again.code, undefined, again.message);
      return toTestSession(service, again.data.login);
    },
  };
}

function toTestSession(
  service: TestService,
  tokens: { token: string; refreshToken: string },
): TestSession {
  const claims = jsonwebtoken.decode(tokens.token) as { sub: string; sid: string };
  const { sub: accountId, sid: sessionId } = claims;
  return { accountId, sessionId, ...tokens, call: service.as(accountId, { sessionId }) };
}

/** Exchanges a refresh token; returns the raw response. */
export function refresh(
  service: TestService,
  refreshToken: string | null,
  client?: ClientDetails,
): Promise<TestResult> {
  return service.as(null, client)(refreshCall, { refreshToken });
}

/** The successor of a refresh token. */
export async function successor(
  service: TestService,
  refreshToken: string,
  client?: ClientDetails,
): Promise<string> {
  const answer = await refresh(service, refreshToken, client);
  assert.equal(answer.code, undefined, answer.message);
  return answer.data.refresh.refreshToken;
}
