/** The sandbox in the product's network: with another address, another name, and a TLS certificate that clients can verify. */

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import { readConfig } from './config.ts';
import type { Certificate } from './epp/make-certificate.ts';
import { makeCertificate } from './epp/make-certificate.ts';
import type { RunningSandbox } from './server.ts';
import { startSandbox } from './server.ts';

/** Another loopback address, on which a listener on 127.0.0.1 receives nothing. */
const elsewhere = '127.0.0.2';
let certificate: Certificate;
let sandbox: RunningSandbox;
let localOnly: RunningSandbox;
before(async () => {
  certificate = await makeCertificate(['sandbox']);
  const networkAccess = { host: '0.0.0.0', names: ['sandbox'], certificate };
  sandbox = await startSandbox({ networkAccess, publicUrl: 'https://play.example' });
  localOnly = await startSandbox();
});
after(() => Promise.all([sandbox.close(), localOnly.close()]));

const portOf = ({ stripe }: RunningSandbox) => Number(new URL(stripe.url).port);

function statusOf(port: number, { host = '127.0.0.1', name = 'localhost' }): Promise<number> {
  return new Promise((done, fail) => {
    const sent = request({ host, port, path: '/clock', headers: { host: name } }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    });
    sent.once('error', fail).end();
  });
}

test('it responds only at the configured address and names', async () => {
  const port = portOf(sandbox);
  assert.equal(await statusOf(port, { host: elsewhere, name: `sandbox:${port}` }), 200);
  assert.equal(await statusOf(port, {}), 200);
  assert.equal(await statusOf(port, { name: 'sandbox.evil.example' }), 403);
  await assert.rejects(statusOf(portOf(localOnly), { host: elsewhere }), /ECONNREFUSED/);
  assert.equal(await statusOf(portOf(localOnly), { name: 'sandbox' }), 403);
});

test('payers are sent to the public URL', () => {
  assert.equal(sandbox.controlUrl, 'https://play.example');
});

test('its registry uses the configured certificate', async () => {
  const socket = connect({
    host: elsewhere,
    port: sandbox.epp.port,
    ca: certificate.caPem,
    servername: 'sandbox',
  });
  await new Promise((done, fail) => socket.once('secureConnect', done).once('error', fail));
  assert.equal(socket.authorized, true);
  socket.destroy();
});

test('clients that trust its authority send mail over TLS, and others send none', async () => {
  const send = (tls: { ca?: string }) =>
    createTransport({
      host: elsewhere,
      port: sandbox.smtp.port,
      requireTLS: true,
      tls: { ...tls, servername: 'sandbox' },
    }).sendMail({ from: 'a@b.example', to: 'c@d.example', subject: 'Safe', text: 'Hello' });
  await assert.rejects(send({}), /certificate/);
  assert.match((await send({ ca: certificate.caPem })).response, /^250/);
});

test('a certificate is read from three settings, with escaped line ends, and a mismatch fails the start', async () => {
  const words = (pem: string) => pem.replaceAll('\n', '\\n');
  const { caPem, certificatePem, keyPem } = certificate;
  const environment = {
    SANDBOX_CA: words(caPem),
    SANDBOX_CERTIFICATE: words(certificatePem),
    SANDBOX_KEY: words(keyPem),
  };
  assert.deepEqual(readConfig(environment).networkAccess.certificate, certificate);
  assert.equal(readConfig({}).networkAccess.certificate, null);
  const other = await makeCertificate();
  for (const wrong of [
    { ...environment, SANDBOX_KEY: '' },
    { ...environment, SANDBOX_KEY: words(other.keyPem) },
    { ...environment, SANDBOX_CERTIFICATE: 'bogus' },
  ])
    assert.throws(() => readConfig(wrong), /SANDBOX_CA, SANDBOX_CERTIFICATE, SANDBOX_KEY must be/);
});
