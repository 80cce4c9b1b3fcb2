/** Names that imitate the platform, its staff or a web address, in the ways that a reader would not notice. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseName } from '../account/account.ts';
import { findStaffWord, hasProductName, hasWebAddress, isSameName } from './name-rules.ts';

test('the product’s name is found in any case, script, spelling and spacing', () => {
  for (const name of [
    ...['Nameloan', 'NAMELOAN', 'The Nameloan Team', 'NameloanHelp', 'Name Loan', 'name-loan'],
    ...['N.a.m.e.l.o.a.n', 'Nаmеlоаn', 'Narneloan', 'NameIoan', 'Name1oan', 'Namel0an'],
    ...['Ｎａｍｅｌｏａｎ', '𝐍𝐚𝐦𝐞𝐥𝐨𝐚𝐧', 'Nämelöan', 'Na\u200dmeloan', 'NΑΜΕLΟΑΝ', 'Name\u00a0loan'],
  ])
    assert.ok(hasProductName(name), name);
  for (const name of ['Jana Meloan', 'Name', 'Loan Nguyen', 'Namel Oanh', 'Ναταλία', 'Ivan Ломан'])
    assert.ok(!hasProductName(name), name);
});

test('staff words are found as words, however they are written', () => {
  const found: [string, string][] = [
    ['Support', 'support'],
    ['ADMIN', 'admin'],
    ['ADMlN', 'admin'],
    ['Аdmіn', 'admin'],
    ['ADMİN', 'admin'],
    ['Administrator Bob', 'administrator'],
    ['The Security  Team', 'security team'],
    ['security-team', 'security team'],
    ['Escrow Team', 'escrow team'],
    ['Help Desk', 'helpdesk'],
    ['H e l p d e s k', 'helpdesk'],
    ['0fficial Bob', 'official'],
    ['Support_24', 'support'],
    ['Moderator7', 'moderator'],
    ['ꓢtaff', 'staff'],
    ['SYSTEM', 'system'],
    ['Bob (operator)', 'operator'],
  ];
  for (const [name, word] of found) assert.equal(findStaffWord(name), word, name);
  for (const name of ['Sis Tem', 'Stafford', 'Adminah', 'Cooperator', 'Rupport', 'Tim Securi'])
    assert.equal(findStaffWord(name), undefined, name);
});

test('a web address or a bare domain is found', () => {
  for (const name of [
    ...['www.example.com', 'Bob https://x', 'example.com', 'Bob (example.co.uk)', 'Pay at pay.me!'],
    ...[
      'ｅｘａｍｐｌｅ．ｃｏｍ',
      'example。com',
      'exаmple.сom',
      'müller.de',
      '192.0.2.1',
      'x.xn--p1ai',
    ],
  ])
    assert.ok(hasWebAddress(name), name);
  for (const name of ['J.P. Morgan', 'St. John', 'J.R.R. Tolkien', 'Ph.D. Ada', '3.5 Ada', 'A...b'])
    assert.ok(!hasWebAddress(name), name);
});

test('names are the same if they look the same', () => {
  for (const [one, other] of [
    ['Olga Operator', 'OIga  operator'],
    ['Olga Stern', 'Оlgа Ѕtеrn'],
    ['Marc', 'Ｍarс'],
    ['René', 'Rene'],
    ['Lin', 'Iin'],
  ] as const)
    assert.ok(isSameName(one, other), `${one} ${other}`);
  for (const [one, other] of [
    ['Olga Stern', 'Olga Sterling'],
    ['Olga Stern', 'Olgastern'],
    ['की', 'का'],
    ['李', '王'],
  ] as const)
    assert.ok(!isSameName(one, other), `${one} ${other}`);
});

test('a name of invisible letters is no name', () => {
  for (const name of ['\u3164', 'ᅟ', '\uffa0\uffa0', '\u2800', '7', '!!', '👍', 'Ada \u3164'])
    assert.equal(parseName(name), undefined, JSON.stringify(name));
  for (const name of ['李', 'Ada 2', 'علی\u200cرضا', '이순신']) assert.equal(parseName(name), name);
});
