/** REST calls with one hostile, long text each, in every text field; the rest of the call is valid. */

import type { Person } from '@nameloan/driver/person';
import { kilobyte, standardBodyLimitBytes } from '@nameloan/gateway/request/body-limits';
import type { Call } from '@nameloan/gateway/rest/load-calls';
import type { InputField } from '@nameloan/gateway/rest/read-input';
import { isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { AccountFixture } from './account-fixture.ts';
import { pathWith } from './account-fixture.ts';
import { keyOf, validBody, validValue } from './calls.ts';
import type { HostileCall } from './find-blocking-calls.ts';
import { hostileTexts } from './hostile-texts.ts';

/** Path parameters are limited to 200 code units, headers to some kilobytes. */
const urlTextLengths = [150, 4000];
const lengths = [250, 4000];
/** Size of the rest of a body. */
const reservedBytes = 2000;

/** Number of UTF-16 code units of this string that fit into `bytes` of JSON. */
function maxUnits(text: (length: number) => string, bytes: number): number {
  const sample = 1200;
  return Math.floor((bytes * sample) / Buffer.byteLength(JSON.stringify(text(sample))));
}

/** Each hostile text in several lengths, up to the limit of the body. */
function* textsUpTo(bytes: number): Generator<[string, () => string]> {
  for (const [name, make] of Object.entries(hostileTexts)) {
    for (const length of [...lengths, maxUnits(make, bytes)]) {
      yield [`${name}, ${length}`, () => make(length)];
    }
  }
}

export async function sendTo(person: Person, path: string, init: RequestInit): Promise<void> {
  const headers = { 'x-access-token': person.token ?? '', ...init.headers };
  const response = await fetch(person.baseUrl + path, { ...init, headers });
  await response.arrayBuffer();
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Positions of a string in a field's value: itself, list items, fields of an object. */
function places({ name, type }: InputField): [string, (text: string) => unknown][] {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare)) return [[name, (text) => Array<string>(3).fill(text)]];
  if (!isInputObjectType(bare)) return [[name, (text) => text]];
  const valid = validValue({ name, type, required: true, nullable: false }) as object;
  return Object.keys(bare.getFields()).map((key) => [
    `${name}.${key}`,
    (text) => ({ ...valid, [key]: text }),
  ]);
}

/** Existing ids, so that the other fields are processed. */
function validIds({ bodyFields }: Call, fixture: AccountFixture): Record<string, unknown> {
  const ids: Record<string, string> = {
    domain_id: fixture.listedDomainId,
    offerId: fixture.offerId,
  };
  return Object.fromEntries(
    bodyFields.filter(({ name }) => ids[name]).map(({ name }) => [name, ids[name]]),
  );
}

/** One group of calls for each body field. */
export function* hostileBodies(call: Call, fixture: AccountFixture): Generator<HostileCall[]> {
  if (call.row.method !== 'POST') return;
  const person = call.row.path === '/offers' ? fixture.outsider : fixture.owner;
  const path = `/api${pathWith(call.row.path, fixture.ids)}`;
  const valid = { ...validBody(call), ...validIds(call, fixture) };
  const { bodyLimitKilobytes } = call.row;
  const limitBytes = bodyLimitKilobytes ? bodyLimitKilobytes * kilobyte : standardBodyLimitBytes;
  const bytes = limitBytes - reservedBytes;
  for (const field of call.bodyFields) {
    for (const [place, value] of places(field)) {
      yield [...textsUpTo(isListType(field.type) ? bytes / 4 : bytes)].map(([what, text]) => ({
        what: `${keyOf(call)} ${place}, ${what}`,
        send: () => sendTo(person, path, post({ ...valid, [field.name]: value(text()) })),
      }));
    }
  }
}

function* textsInUrl(): Generator<[string, string]> {
  for (const [name, make] of Object.entries(hostileTexts)) {
    for (const length of urlTextLengths) {
      const text = encodeURIComponent(make(length).toWellFormed()).slice(0, 3 * length);
      yield [`${name}, ${length}`, text.replace(/%.?$/, '')];
    }
  }
}

/** One group for the path and one for each query field. */
export function* hostileAddresses(
  call: Call,
  { owner, ids }: AccountFixture,
): Generator<HostileCall[]> {
  const { method, path } = call.row;
  const init: RequestInit = method === 'POST' ? post(validBody(call)) : { method };
  if (call.pathFields.length > 0) {
    yield [...textsInUrl()].map(([what, text]) => ({
      what: `${keyOf(call)} in its path, ${what}`,
      send: () => sendTo(owner, `/api${path.replace(/\{\w+\}/g, text)}`, init),
    }));
  }
  for (const { name } of call.queryFields) {
    yield [...textsInUrl()].map(([what, text]) => ({
      what: `${keyOf(call)} ${name}, ${what}`,
      send: () => sendTo(owner, `/api${pathWith(path, ids)}?${name}=${text}`, init),
    }));
  }
}
