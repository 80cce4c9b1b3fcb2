/** Events carry ids and data: no sentences, and no personal data outside encrypted fields. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { encryptedEventFields, events } from './events.ts';

interface Node {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: Node[];
  properties?: Record<string, Node>;
  items?: Node;
}

/** Texts that are no sentences and name no person, by field. */
const allowedTexts = new Set([
  // Domain names and TLDs.
  'name',
  'domainName',
  'suffix',
  // What other systems answered, bounded: resolvers, payment providers, registries about their registrars.
  'resolver',
  'host',
  'errorCode',
  'currency',
  'providerStatus',
  'former',
  'statuses',
  'present',
  // Of events of version 1, which are upgraded when they are read; never published.
  'formerText',
]);
/** Also only of events of version 1. */
const formerFields = new Set(['formerClient']);

const isId = (name: string) => name === 'paidBy' || /Ids?$/.test(name);

/** Paths of the free texts of a schema. */
function findTexts(node: Node, path: string[] = []): string[][] {
  const { type, format, enum: values, anyOf = [], properties = {}, items } = node;
  const isText = [type].flat().includes('string') && !values && !format;
  return [
    ...(isText ? [path] : []),
    ...anyOf.flatMap((one) => findTexts(one, path)),
    ...(items ? findTexts(items, path) : []),
    ...Object.entries(properties).flatMap(([name, one]) => findTexts(one, [...path, name])),
  ];
}

const texts = Object.entries(events).flatMap(([subject, { shape }]) =>
  findTexts(z.toJSONSchema(shape, { io: 'input' }) as Node).map((path) => ({ subject, path })),
);

test('every text of an event is an id, is encrypted or is in the list', () => {
  const unknown = texts.filter(({ subject, path }) => {
    const field = path.at(-1) ?? '';
    const isEncrypted = encryptedEventFields[subject as keyof typeof events] === field;
    return (
      !isId(field) && !isEncrypted && !allowedTexts.has(field) && !formerFields.has(path[0] ?? '')
    );
  });
  assert.deepEqual(unknown, []);
});

test('every encrypted field is named so, and every field of such a name is encrypted', () => {
  const sealed = texts.filter(({ path }) => /^sealed/.test(path.at(-1) ?? ''));
  assert.deepEqual(
    sealed.map(({ subject, path }) => [subject, path.join('.')]).sort(),
    Object.entries(encryptedEventFields).sort(),
  );
});

test('no event has an e-mail address, a postal address or the name of a person', () => {
  const personal = /mail|address|phone|city|zip|country|sender.?name|user.?name|^ip$|agent/i;
  for (const { subject, path } of texts) {
    if (formerFields.has(path[0] ?? '')) continue;
    for (const field of path) assert.doesNotMatch(field, personal, `${subject}: ${path.join('.')}`);
    const isDomainName = path.at(-1) !== 'name' || subject.startsWith('domains.');
    assert.ok(isDomainName, `${subject}: ${path.join('.')}`);
  }
});
