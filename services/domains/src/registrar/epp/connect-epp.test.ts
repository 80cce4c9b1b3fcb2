/** Conversion of the registry's responses: fees, messages, rejections with messages, and no secrets in logs or errors. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { Script } from '../../testing/scripted-registry.ts';
import {
  greeting,
  response,
  scriptedRegistry,
  send,
  trnData,
} from '../../testing/scripted-registry.ts';
import { EppRejectedError, EppUnavailableError } from '../registrar-errors.ts';
import { connectEpp } from './connect-epp.ts';
import { secDnsNamespace } from './dns-security.ts';
import { escapeXml } from './xml.ts';

const password = 'registrar<password>1';
const authCode = 'Sec]]>ret&"Code\'<7>';
const domainName = 'example.com';

/** Far more than a response takes on a busy machine; every registry here responds immediately. */
const timeoutMs = 20_000;

async function connect(t: TestContext, script: Script) {
  const registry = await scriptedRegistry(t, script);
  const logged: string[] = [];
  const registrar = connectEpp({
    host: '127.0.0.1',
    port: registry.port,
    ca: registry.ca,
    clientId: 'Nameloan',
    password: password,
    timeoutMs,
    initialRetryDelayMs: 5,
    log: (entry) => logged.push(inspect(entry)),
  });
  t.after(() => registrar.close());
  return { registry, registrar, logged };
}

/** A registrar whose registry gives this response to every command. */
function answering(t: TestContext, code: number, inner = '', message?: string) {
  return connect(t, {
    command: ({ socket, id }) => send(socket, response(id, code, inner, message)),
  });
}

const feeRow = (inner: string, attributes = '') =>
  `<f:chkData><f:currency>USD</f:currency><f:cd${attributes}><f:objID>${domainName}</f:objID>${inner}</f:cd></f:chkData>`;
const price = (name: string, amount: string, attributes = '') =>
  `<f:command name="${name}"${attributes}><f:period unit="y">1</f:period>${amount}</f:command>`;

/** The fee extension's data and the result of reading it. */
const fees: readonly (readonly [string, object | undefined])[] = [
  [
    feeRow(
      price('transfer', '<f:fee>10.00</f:fee>', ' standard="1"') +
        price('renew', '<f:fee>12</f:fee>', ' standard="1"'),
    ),
    { transferCents: 1000, renewCents: 1200, premium: false },
  ],
  [
    feeRow(
      `<f:class>premium</f:class>${price('transfer', '<f:fee>1000.5</f:fee>')}${price('renew', '<f:fee>9.999</f:fee>')}`,
      ' avail="1"',
    ),
    { transferCents: 100_050, renewCents: 1000, premium: true },
  ],
  [
    feeRow(
      `<f:class>Standard</f:class>${price('transfer', '<f:fee>8</f:fee><f:fee>2.50</f:fee><f:credit>-0.50</f:credit>')}${price('renew', '<f:fee>0.1</f:fee>')}`,
    ),
    { transferCents: 1000, renewCents: 10, premium: false },
  ],
  [feeRow('<f:reason>unknown</f:reason>', ' avail="0"'), undefined],
  [feeRow(price('transfer', '<f:fee>10</f:fee>')), undefined],
  [feeRow(price('transfer', '<f:fee>1e3</f:fee>') + price('renew', '<f:fee>1</f:fee>')), undefined],
  [
    feeRow(price('transfer', '<f:reason>no</f:reason>') + price('renew', '<f:fee>1</f:fee>')),
    undefined,
  ],
  [feesInEuros(), undefined],
  ['', undefined],
];

function feesInEuros(): string {
  const both = price('transfer', '<f:fee>1</f:fee>') + price('renew', '<f:fee>1</f:fee>');
  return feeRow(both).replace('USD', 'EUR');
}

test('the fees of a name are the registry’s in dollars, or none', async (t) => {
  for (const [data, expected] of fees) {
    const found = `<e:resData><d:chkData><d:cd><d:name avail="0">${domainName}</d:name><d:reason>In use</d:reason></d:cd></d:chkData></e:resData>`;
    const extension = data && `<e:extension>${data}</e:extension>`;
    const { registrar, registry } = await answering(t, 1000, found + extension);
    const [row] = await registrar.check([domainName]);
    assert.deepEqual(row, { name: domainName, available: false, reason: 'In use', fees: expected });
    assert.ok(registry.frames.some((xml) => xml.includes('<fee:check')));
  }
});

test('a premium name without a price in dollars is an error, and its price is never guessed', async (t) => {
  const premium = `<f:class>premium</f:class>${price('transfer', '<f:fee>900</f:fee>')}${price('renew', '<f:fee>900</f:fee>')}`;
  const found = `<e:resData><d:chkData><d:cd><d:name avail="0">${domainName}</d:name></d:cd></d:chkData></e:resData>`;
  for (const data of [feeRow(premium).replace('USD', 'EUR'), feeRow(premium, ' avail="0"')]) {
    const extension = `<e:extension>${data}</e:extension>`;
    const { registrar } = await answering(t, 1000, found + extension);
    await assert.rejects(registrar.check([domainName]), { code: 'UNREADABLE' });
  }
});

test('a check response that leaves a name out is an error', async (t) => {
  const { registrar } = await answering(t, 1000, '<e:resData><d:chkData/></e:resData>');
  await assert.rejects(registrar.check([domainName]), (error) => {
    assert.ok(error instanceof EppUnavailableError);
    assert.equal(error.code, 'UNREADABLE');
    return true;
  });
});

const dsData = `<s:dsData><s:keyTag>12345</s:keyTag><s:alg>13</s:alg><s:digestType>2</s:digestType><s:digest>${'ab'.repeat(32)}</s:digest></s:dsData>`;
const dnssecXml = (content: string) =>
  `<e:extension><s:infData xmlns:s="${secDnsNamespace}"><s:maxSigLife>604800</s:maxSigLife>${content}</s:infData></e:extension>`;

test('a domain is read completely, with host objects or host attributes', async (t) => {
  const { registrar } = await answering(
    t,
    1000,
    `<e:resData><d:infData><d:name>EXAMPLE.com</d:name><d:roid>D1-X</d:roid><d:status s="ok"/>
     <d:status s="clientTransferProhibited" lang="en">Locked</d:status><d:registrant>NLCONTACT1</d:registrant>
     <d:ns><d:hostObj>NS1.example.net</d:hostObj><d:hostAttr><d:hostName>ns2.example.net</d:hostName></d:hostAttr></d:ns>
     <d:clID>Nameloan</d:clID><d:crDate>2020-01-01T00:00:00</d:crDate>
     <d:exDate>2027-01-01T01:00:00+01:00</d:exDate><d:authInfo><d:pw>${escapeXml(authCode)}</d:pw></d:authInfo>
     </d:infData></e:resData>${dnssecXml(dsData)}`,
  );
  const domain = await registrar.info(domainName, authCode);
  assert.deepEqual(domain, {
    name: domainName,
    ours: true,
    statuses: ['ok', 'clientTransferProhibited'],
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    createdAt: new Date('2020-01-01T00:00:00Z'),
    updatedAt: undefined,
    transferredAt: undefined,
    expiresAt: new Date('2027-01-01T00:00:00Z'),
    ds: [{ keyTag: 12345, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) }],
    registrant: 'NLCONTACT1',
  });
});

test('keys instead of DS records, and records that are none, are not taken for an unsigned domain', async (t) => {
  const keyData = '<s:keyData><s:flags>257</s:flags></s:keyData>';
  for (const content of [keyData, dsData.replace('12345', '70000'), dsData.replace('ab', 'x')]) {
    const data = `<e:resData><d:infData><d:name>${domainName}</d:name><d:clID>Nameloan</d:clID></d:infData></e:resData>`;
    const { registrar } = await answering(t, 1000, `${data}${dnssecXml(content)}`);
    assert.equal((await registrar.info(domainName)).ds, undefined, content);
  }
});

test('without the extension for DS records nothing says whether a domain has some', async (t) => {
  const data = `<e:resData><d:infData><d:name>${domainName}</d:name><d:clID>Nameloan</d:clID></d:infData></e:resData>`;
  const command: Script['command'] = ({ socket, id }) => send(socket, response(id, 1000, data));
  const shown = await connect(t, { command });
  assert.deepEqual((await shown.registrar.info(domainName)).ds, []);
  const old = greeting.replace(`<extURI>${secDnsNamespace}</extURI>`, '');
  const hidden = await connect(t, { command, greet: (socket) => send(socket, old) });
  assert.equal((await hidden.registrar.info(domainName)).ds, undefined);
});

test('an empty queue is null; a message about a transfer contains it; others contain none', async (t) => {
  assert.equal(await (await answering(t, 1300)).registrar.poll(), null);
  const queue =
    '<e:msgQ count="5" id="12345"><e:qDate>2026-11-21T00:00:00Z</e:qDate><e:msg lang="en">Transfer <b>approved</b>.</e:msg></e:msgQ>';
  const outputs = await (
    await answering(t, 1301, queue + trnData(domainName, 'clientRejected'))
  ).registrar.poll();
  assert.equal(outputs?.id, '12345');
  assert.equal(outputs?.transfer?.status, 'clientRejected');
  assert.equal(outputs?.transfer?.ours, true);
  const other = await (await answering(t, 1301, queue)).registrar.poll();
  assert.equal(other?.transfer, undefined);
});

test('acknowledging a message that is already gone is not an error, any other rejection is', async (t) => {
  await (await answering(t, 2303)).registrar.ack('7');
  await assert.rejects((await answering(t, 2400)).registrar.ack('7'), EppRejectedError);
});

test('each rejection of a transfer has its code and a message for the owner', async (t) => {
  const codes = {
    2002: 'ALREADY_OURS',
    2104: 'REGISTRY_CREDIT',
    2106: 'PROHIBITED',
    2201: 'NOT_OURS',
    2202: 'BAD_AUTH_CODE',
    2300: 'TRANSFER_PENDING',
    2301: 'NOT_PENDING',
    2303: 'UNKNOWN_NAME',
    2304: 'PROHIBITED',
    2306: 'POLICY',
    2400: 'REGISTRY_FAULT',
    2001: 'BAD_COMMAND',
  };
  for (const [resultCode, code] of Object.entries(codes)) {
    const { registrar } = await answering(t, Number(resultCode));
    await assert.rejects(registrar.transferRequest(domainName, authCode), (error) => {
      assert.ok(error instanceof EppRejectedError);
      assert.equal(error.resultCode, Number(resultCode));
      assert.equal(error.code, code);
      assert.match(error.sentence, /^[A-Z][^<>]*\.$/);
      assert.doesNotMatch(error.sentence, /\d{4}|EPP|XML/);
      assert.equal(error.transient, ['REGISTRY_CREDIT', 'REGISTRY_FAULT'].includes(code));
      return true;
    });
  }
});

test('neither password nor code appears in logs or errors, even when the registry repeats them', async (t) => {
  const outputs: string[] = [];
  const spellings = [
    escapeXml(authCode),
    `<![CDATA[${authCode.replace(']]>', ']]]]><![CDATA[>')}]]>`,
    numeric(authCode),
  ];
  for (const spelled of spellings) {
    const echo = `<e:extValue><e:value><d:pw>${spelled}</d:pw></e:value><e:reason>Bad ${spelled}</e:reason></e:extValue>`;
    const bad: Script['command'] = ({ socket, id }) =>
      send(
        socket,
        response(id, 2202, '', `Wrong ${spelled}`).replace('</e:result>', `${echo}</e:result>`),
      );
    const unexpected: Script['command'] = ({ socket, id }) =>
      send(socket, response(id, 1000, trnData(spelled, spelled)));
    const broken: Script['command'] = ({ socket }) => send(socket, `<broken>${spelled}`);
    for (const command of [bad, unexpected, broken]) {
      const { registrar, logged } = await connect(t, { command });
      for (const call of [
        registrar.transferRequest(domainName, authCode),
        registrar.info(domainName, authCode),
        registrar.transferQuery(domainName, authCode),
        registrar.update(domainName, { authCode: authCode }),
      ]) {
        const error = await call.catch((caught: unknown) => caught);
        outputs.push(inspect(error, { depth: 10 }));
      }
      await registrar.close();
      assert.ok(logged.length > 6);
      outputs.push(...logged);
    }
  }
  const rejectedLogin = await connect(t, {
    command: () => undefined,
    login: ({ socket, id }) => send(socket, response(id, 2200, '', `No ${escapeXml(password)}`)),
  });
  outputs.push(
    inspect(await rejectedLogin.registrar.info(domainName).catch((caught: unknown) => caught)),
  );
  outputs.push(...rejectedLogin.logged);
  const forbidden = [
    authCode,
    escapeXml(authCode),
    numeric(authCode),
    password,
    escapeXml(password),
    'ret&',
    'assword>1',
  ];
  for (const text of outputs) {
    for (const secret of forbidden) assert.ok(!text.includes(secret), text);
  }
  assert.ok(
    outputs.some((text) => text.includes('transfer op=request')),
    'the log is still of use',
  );
});

function numeric(text: string): string {
  return [...text].map((character) => `&#${character.codePointAt(0)};`).join('');
}
