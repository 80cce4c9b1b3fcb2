/** The sandbox on a network of its product: at another address, by another name, and with TLS that others can check. */

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

/** Of this machine too, and none that a listener on loopback's usual address hears. */
const elsewhere = '127.0.0.2';
let certificate: Certificate;
let sandbox: RunningSandbox;
let homely: RunningSandbox;
before(async () => {
  certificate = await makeCertificate(['sandbox']);
  const reach = { host: '0.0.0.0', names: ['sandbox'], certificate };
  sandbox = await startSandbox({ networkAccess, publicUrl: 'https://play.example' });
  homely = await startSandbox();
});
after(() => Promise.all([sandbox.close(), homely.close()]));

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

test('it answers at the address and by the names that it was told, and by no others', async () => {
  const port = portOf(sandbox);
  assert.equal(await statusOf(port, { host: elsewhere, name: `sandbox:${port}` }), 200);
  assert.equal(await statusOf(port, {}), 200);
  assert.equal(await statusOf(port, { name: 'sandbox.evil.example' }), 403);
  await assert.rejects(statusOf(portOf(homely), { host: elsewhere }), /ECONNREFUSED/);
  assert.equal(await statusOf(portOf(homely), { name: 'sandbox' }), 403);
});

test('payers are sent where browsers reach it', () => {
  assert.equal(sandbox.controlUrl, 'https://play.example');
});

test('its registry shows the certificate that it was given', async () => {
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

test('mail comes over TLS to whoever trusts its authority, and nobody else sends any', async () => {
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

test('a certificate is read from three settings, with line ends in words, and stops the start where they do not fit', async () => {
  const words = (pem: string) => pem.replaceAll('\n', '\\n');
  const { caPem, certificatePem, keyPem } = certificate;
  const told = {
    SANDBOX_CA: words(caPem),
    SANDBOX_CERTIFICATE: words(certificatePem),
    SANDBOX_KEY: words(keyPem),
  };
  assert.deepEqual(readConfig(told).reach.certificate, certificate);
  assert.equal(readConfig({}).reach.certificate, null);
  const other = await makeCertificate();
  for (const wrong of [
    { ...told, SANDBOX_KEY: '' },
    { ...told, SANDBOX_KEY: words(other.keyPem) },
    { ...told, SANDBOX_CERTIFICATE: 'bogus' },
  ])
    assert.throws(() => readConfig(wrong), /SANDBOX_CA, SANDBOX_CERTIFICATE, SANDBOX_KEY must be/);
});
