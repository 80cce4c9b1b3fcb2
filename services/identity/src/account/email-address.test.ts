/** E-mail addresses: what a new account may have, and the one form of an address. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalizeEmail, parseEmail, parseNewEmail, toEmailKey } from './email-address.ts';

test('an e-mail address is text, @, text, dot, text, on one line and without header syntax', () => {
  for (const email of ['a@b.c', 'ada+loans@mail.example.co.uk', 'ü@exämple.de', "o'neil@x.ie"]) {
    assert.equal(parseEmail(` ${email} `), email);
  }
  const invalid = ['', 'a', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a b@c.d', 'a@b@c.d', 'a@b.c,d@e.f'];
  const injections = [
    '"x"@b.c',
    '<a@b.c>',
    'a@b.c\nBcc: d@e.f',
    'a\u0000@b.c',
    `${'a'.repeat(250)}@b.cd`,
  ];
  for (const email of [...invalid, ...injections])
    assert.equal(parseEmail(email), undefined, email);
});

test('e-mail addresses are compared without case and surrounding spaces', () => {
  assert.equal(toEmailKey(' Ada@Example.COM '), toEmailKey('ada@example.com'));
  assert.equal(toEmailKey('u\u0308@b.c'), toEmailKey('Ü@b.c'));
  assert.notEqual(toEmailKey('ada+1@example.com'), toEmailKey('ada@example.com'));
});

test('a new account needs an address that a server can deliver to', () => {
  const label = 'a'.repeat(63);
  const longest = `a@${label}.${label}.${label}.${'b'.repeat(60)}`;
  assert.equal(longest.length, 254);
  for (const email of [
    ...[
      'a@b.c',
      'user@host.test',
      'jo@müller.example',
      'a_b@c_d.example',
      'x@-a-.example',
      longest,
    ],
    ...[
      'a@1.example',
      `${'a'.repeat(64)}@b.c`,
      `a@${label}.c`,
      '.a@b.c',
      'jo@xn--mller-kva.example',
    ],
  ])
    assert.equal(parseNewEmail(` ${email} `), email, email);
  for (const email of [
    ...['a@example.com.', 'a@example..com', 'a@.example.com', 'a..b@c.de', 'a.@c.de'],
    ...[`a@${label}a.c`, `${'a'.repeat(65)}@b.c`, `${'ü'.repeat(33)}@b.c`, `${longest}b`],
    ...[`a@${'ü'.repeat(60)}.c`, 'a@192.0.2.1', 'a@１９２.0.2.1', 'a@127.1', 'a@0.0x7f'],
    ...['a@xn--a.example', 'a@\u200dx.example', 'a@a\u0338=.\u2260\u{e01ff}'],
  ])
    assert.equal(parseNewEmail(email), undefined, email);
});

test('all spellings of an address have one canonical form', () => {
  const canonical = 'jo@xn--mller-kva.example';
  for (const email of [
    ...['jo@müller.example', 'JO@MÜLLER.Example', 'jo@mu\u0308ller.example', ` ${canonical} `],
    ...['Jo@XN--MLLER-KVA.example', 'jo@ｍüller.example'],
  ])
    assert.equal(canonicalizeEmail(email), canonical, email);
  assert.notEqual(canonicalizeEmail('jo@muller.example'), canonical);
});
