/** Every text of every call in turn, hostile and long, the rest of the call as good as it can be. */

import type { Call } from '@nameloan/gateway/rest/load-calls.ts';
import type { InputField } from '@nameloan/gateway/rest/read-input.ts';
import { standardBodyLimitBytes } from '@nameloan/gateway/rest/routes.ts';
import { isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { Person } from '../../../scripts/demo/person.ts';
import type { Scene } from './account-fixture.ts';
import { pathWith } from './account-fixture.ts';
import { goodBody, goodValue, keyOf } from './calls.ts';
import type { Try } from './find-blocking-calls.ts';
import { hostileTexts } from './hostile-texts.ts';

/** A path is refused beyond 200 code units of a parameter, a header beyond some kilobytes. */
const lengthsInAddress = [150, 4000];
const lengths = [250, 4000];
/** What the rest of a body takes. */
const roomBytes = 2000;

/** UTF-16 code units of this text that fit into so many bytes of JSON. */
function mostUnits(text: (length: number) => string, bytes: number): number {
  const sample = 1200;
  return Math.floor((bytes * sample) / Buffer.byteLength(JSON.stringify(text(sample))));
}

/** Each hostile text in each length that a field may try: usual ones, and all that the body takes. */
function* textsUpTo(bytes: number): Generator<[string, () => string]> {
  for (const [name, make] of Object.entries(hostileTexts)) {
    for (const length of [...lengths, mostUnits(make, bytes)]) {
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

/** Where in a field's value a text can stand: itself, each of a list, each field of an object. */
function places({ name, type }: InputField): [string, (text: string) => unknown][] {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare)) return [[name, (text) => Array<string>(3).fill(text)]];
  if (!isInputObjectType(bare)) return [[name, (text) => text]];
  const good = goodValue({ name, type, required: true, nullable: false }) as object;
  return Object.keys(bare.getFields()).map((key) => [
    `${name}.${key}`,
    (text) => ({ ...good, [key]: text }),
  ]);
}

/** Ids that lead to something, so that what stands beside them is looked at. */
function goodIds({ bodyFields }: Call, scene: Scene): Record<string, unknown> {
  const known: Record<string, string> = {
    domain_id: scene.listedDomainId,
    offerId: scene.offerId,
  };
  return Object.fromEntries(
    bodyFields.filter(({ name }) => known[name]).map(({ name }) => [name, known[name]]),
  );
}

/** One group of tries for each field of the call. */
export function* hostileBodies(call: Call, scene: Scene): Generator<Try[]> {
  if (call.row.method !== 'POST') return;
  const person = call.row.path === '/offers' ? scene.stranger : scene.owner;
  const path = `/api${pathWith(call.row.path, scene.ids)}`;
  const good = { ...goodBody(call), ...goodIds(call, scene) };
  const bytes = (call.row.bodyLimitBytes ?? standardBodyLimitBytes) - roomBytes;
  for (const field of call.bodyFields) {
    for (const [place, value] of places(field)) {
      yield [...textsUpTo(isListType(field.type) ? bytes / 4 : bytes)].map(([what, text]) => ({
        what: `${keyOf(call)} ${place}, ${what}`,
        send: () => sendTo(person, path, post({ ...good, [field.name]: value(text()) })),
      }));
    }
  }
}

function* textsInAddress(): Generator<[string, string]> {
  for (const [name, make] of Object.entries(hostileTexts)) {
    for (const length of lengthsInAddress) {
      const text = encodeURIComponent(make(length).toWellFormed()).slice(0, 3 * length);
      yield [`${name}, ${length}`, text.replace(/%.?$/, '')];
    }
  }
}

/** One group for the call's path and one for each field of its query. */
export function* hostileAddresses(call: Call, { owner, ids }: Scene): Generator<Try[]> {
  const { method, path } = call.row;
  const init: RequestInit = method === 'POST' ? post(goodBody(call)) : { method };
  if (call.pathFields.length > 0) {
    yield [...textsInAddress()].map(([what, text]) => ({
      what: `${keyOf(call)} in its path, ${what}`,
      send: () => sendTo(owner, `/api${path.replace(/\{\w+\}/g, text)}`, init),
    }));
  }
  for (const { name } of call.queryFields) {
    yield [...textsInAddress()].map(([what, text]) => ({
      what: `${keyOf(call)} ${name}, ${what}`,
      send: () => sendTo(owner, `/api${pathWith(path, ids)}?${name}=${text}`, init),
    }));
  }
}
