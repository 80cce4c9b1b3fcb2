/** The declarations of settings: each is described, secrets are never printed, and the documents list all of them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '@nameloan/runtime/settings';
import { z } from 'zod';
import { collectSettings } from './collect.ts';
import { renderEnvExample } from './env-example.ts';
import { renderReference } from './reference.ts';

const sections = await collectSettings();
const settings = sections.flatMap((section) => section.settings);

test('every setting has a description of one line that ends with a full stop', () => {
  assert.ok(settings.length > 100);
  for (const { name, description } of settings) {
    assert.match(description, /^[A-Z`][^\n]*\.$/, name);
    assert.doesNotMatch(description, / {2}/, name);
  }
});

test('no error message prints the value of a secret setting', () => {
  const values = ['hidden-word', 'hidden-word://', 'smtp://user:hidden-word', 'x'.repeat(20_000)];
  const rejected = settings
    .filter(({ secret }) => secret)
    .flatMap(({ name, schema }) =>
      values
        .filter((value) => schema?.safeParse(value).success === false)
        .map((value) => {
          const shape = z.object({ [name]: schema ?? z.never() });
          assert.throws(
            () => readSettings(shape, { [name]: value }),
            (error: Error) =>
              error.message.includes(name) &&
              !error.message.includes('hidden-word') &&
              !error.message.includes('xxxxx'),
          );
          return name;
        }),
    );
  assert.ok(rejected.length > 3, `only ${rejected} reject a value`);
});

test('every password and secret is declared as one', () => {
  const named = settings.filter(
    ({ name, type }) => /PASSWORD|SECRET|API_KEY|SECRET_KEY/.test(name) && type !== 'path',
  );
  assert.deepEqual(
    named.filter(({ secret }) => !secret).map(({ name }) => name),
    [],
  );
});

test('the reference has every setting, those for tests in their own section', () => {
  const reference = renderReference(sections);
  const [forUsers = '', forTests = ''] = reference.split('## For tests');
  for (const { name, internal } of settings)
    assert.ok((internal ? forTests : forUsers).includes(`| \`${name}\` |`), name);
  for (const { name } of settings.filter(({ internal }) => internal))
    assert.ok(!forUsers.includes(`| \`${name}\` |`), name);
});

test('.env.example sets nothing, and lists every setting for users once', () => {
  const lines = renderEnvExample(sections).split('\n');
  assert.deepEqual(
    lines.filter((line) => line !== '' && !line.startsWith('#')),
    [],
  );
  const listed = lines.flatMap((line) => /^#([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
  assert.equal(new Set(listed).size, listed.length);
  const expected = sections
    .filter(({ title }) => title !== 'sandbox')
    .flatMap((section) => section.settings.filter(({ internal }) => !internal));
  for (const { name } of expected) assert.ok(listed.includes(name), name);
  assert.ok(!listed.includes('DATABASE_PREFIX'));
});

test('.env.example marks what Docker Compose passes on', () => {
  const text = renderEnvExample(sections);
  assert.match(text, /\[compose\]\n#MAIL_FROM='Nameloan <notices@nameloan\.example>'\n/);
  assert.match(text, /[^\]]\n#SMTP_TIMEOUT_MS=10000\n/);
});
