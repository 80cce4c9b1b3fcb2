/** EPP sessions over TLS: greeting, login, split and joined frames, invalid input, and the end. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import { frame } from './frames.ts';
import { eppNamespace, maxFrameBytes } from './names.ts';
import {
  codeOf,
  domainXml,
  loginXml,
  schemasMissing,
  TestRegistrar,
  textOf,
} from './test-registrar.ts';

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

const info = domainXml('info', '<domain:name>example.com</domain:name>');

test('the schemas of the RFCs validate every response', { skip: schemasMissing }, () => {
  assert.equal(schemasMissing, false);
});

test('a registrar gets a greeting, logs in once, and logs out with 1500 and a closed connection', async () => {
  const registrar = new TestRegistrar(sandbox);
  const greeting = await registrar.next();
  assert.match(greeting ?? '', /<greeting>.*urn:ietf:params:xml:ns:domain-1\.0/s);
  const login = loginXml(sandbox.epp.clientId, sandbox.epp.password);
  const answer = await registrar.command(login);
  assert.equal(codeOf(answer), 1000);
  assert.equal(textOf(answer, 'clTRID'), 'test-1');
  assert.equal(codeOf(await registrar.command(login)), 2002, 'no second login');
  assert.match(await registrar.raw(`<epp xmlns="${eppNamespace}"><hello/></epp>`), /<greeting>/);
  assert.equal(codeOf(await registrar.command('<logout/>')), 1500);
  assert.equal(await registrar.next(), null);
});

test('before login only a login is accepted, and three failed logins close the connection', async () => {
  const registrar = new TestRegistrar(sandbox);
  await registrar.next();
  assert.equal(codeOf(await registrar.command(info)), 2002);
  assert.equal(codeOf(await registrar.command('<logout/>')), 2002);
  const wrong = loginXml(sandbox.epp.clientId, 'wrong-password');
  assert.equal(codeOf(await registrar.command(wrong)), 2200);
  assert.equal(codeOf(await registrar.command(loginXml('Somebody', sandbox.epp.password))), 2200);
  assert.equal(codeOf(await registrar.command(wrong)), 2501);
  assert.equal(await registrar.next(), null);
});

test('a login with an unsupported option fails with the right code', async () => {
  const registrar = new TestRegistrar(sandbox);
  await registrar.next();
  const { clientId, password } = sandbox.epp;
  const login = loginXml(clientId, password);
  const cases: [string, number][] = [
    [loginXml(clientId, password, '<newPW>another-password</newPW>'), 2102],
    [login.replace('<version>1.0', '<version>2.0'), 2100],
    [login.replace('<lang>en', '<lang>fr'), 2102],
    [login.replace('domain-1.0', 'org-1.0'), 2307],
    [login.replace('fee-1.0', 'secDNS-1.1'), 2103],
    [login.replace(/<pw>.*<\/pw>/, ''), 2003],
    [login.replace(/<options>.*<\/options>/, ''), 2003],
    [login, 1000],
  ];
  for (const [xml, code] of cases) assert.equal(codeOf(await registrar.command(xml)), code, xml);
  registrar.close();
});

test('a frame may arrive byte by byte, and two frames in one chunk are answered in order', async () => {
  const registrar = await TestRegistrar.loggedIn(sandbox);
  const bytes = frame(
    `<epp xmlns="${eppNamespace}"><command>${info}<clTRID>slow</clTRID></command></epp>`,
  );
  for (const byte of bytes) {
    registrar.socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(textOf((await registrar.next()) ?? '', 'clTRID'), 'slow');
  const both = ['first', 'second'].map((id) =>
    frame(`<epp xmlns="${eppNamespace}"><command>${info}<clTRID>${id}</clTRID></command></epp>`),
  );
  registrar.socket.write(Buffer.concat(both));
  assert.equal(textOf((await registrar.next()) ?? '', 'clTRID'), 'first');
  assert.equal(textOf((await registrar.next()) ?? '', 'clTRID'), 'second');
  registrar.close();
});

for (const length of [0, 4, maxFrameBytes + 1, 0xffffffff]) {
  test(`a frame with a declared length of ${length} bytes closes the connection with 2500`, async () => {
    const registrar = await TestRegistrar.loggedIn(sandbox);
    const header = Buffer.alloc(4);
    header.writeUInt32BE(length);
    registrar.socket.write(header);
    assert.equal(codeOf((await registrar.next()) ?? ''), 2500);
    assert.equal(await registrar.next(), null);
  });
}

test('input that is not an EPP command is a syntax error, and the session stays open', async () => {
  const registrar = await TestRegistrar.loggedIn(sandbox);
  const broken = [
    'hello',
    '<epp',
    `<epp xmlns="${eppNamespace}"/>`,
    '<epp xmlns="urn:other"><hello/></epp>',
    `<epp xmlns="${eppNamespace}"><command/></epp>`,
    `<epp xmlns="${eppNamespace}"><greeting/></epp>`,
    `<epp xmlns="${eppNamespace}"><command><poll op="sing"/></command></epp>`,
    `<epp xmlns="${eppNamespace}"><command><info/></command></epp>`,
    `<epp xmlns="${eppNamespace}"><command><info><x:info>a</x:info></info></command></epp>`,
    `<epp xmlns="${eppNamespace}"><command><clTRID>early</clTRID><logout/></command></epp>`,
    `<epp xmlns="${eppNamespace}"><command><logout/><clTRID>x</clTRID></command></epp>`,
    `<!DOCTYPE epp [<!ENTITY a "b">]><epp xmlns="${eppNamespace}"><hello/></epp>`,
    `<epp xmlns="${eppNamespace}"><command>${info.replace('example.com', '&nbsp;')}</command></epp>`,
    `<epp xmlns="${eppNamespace}">${'<command>'.repeat(40)}${'</command>'.repeat(40)}</epp>`,
  ];
  for (const xml of broken) assert.equal(codeOf(await registrar.raw(xml)), 2001, xml);
  registrar.socket.write(Buffer.concat([Buffer.from([0, 0, 0, 6]), Buffer.from([0xff, 0xfe])]));
  assert.equal(codeOf((await registrar.next()) ?? ''), 2001, 'not UTF-8');
  assert.equal(codeOf(await registrar.command(info)), 1000);
  registrar.close();
});

test('unknown commands, objects and extensions each have their own code', async () => {
  const registrar = await TestRegistrar.loggedIn(sandbox);
  const cases: [string, number][] = [
    ['<fly/>', 2101],
    [domainXml('delete', '<domain:name>example.com</domain:name>'), 2101],
    [info.replaceAll('domain-1.0', 'org-1.0'), 2307],
    [`${info}<extension><x:a xmlns:x="urn:x"/></extension>`, 2103],
    [domainXml('info', ''), 2003],
    [domainXml('info', '<domain:name>a&amp;b&#33;.com</domain:name>'), 2005],
    [domainXml('info', '<domain:name>x.com</domain:name><domain:name>y.com</domain:name>'), 2001],
  ];
  for (const [xml, code] of cases) assert.equal(codeOf(await registrar.command(xml)), code, xml);
  registrar.close();
});
