/** The platform's certificates, checked with Node's X.509 parser. */

import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { makePlatformCertificate } from './platform-certificate.ts';

const now = new Date('2026-11-21T10:00:00.123Z');

test('the sealing certificate is issued by the self-signed authority and matches its key', async () => {
  const made = await makePlatformCertificate(now);
  const authority = new X509Certificate(made.caCertificatePem);
  const sealing = new X509Certificate(made.certificatePem);
  assert.ok(authority.ca && authority.verify(authority.publicKey));
  assert.ok(authority.checkPrivateKey(createPrivateKey(made.caKeyPem)));
  assert.ok(!sealing.ca && sealing.checkIssued(authority));
  assert.ok(sealing.verify(authority.publicKey));
  assert.ok(sealing.checkPrivateKey(createPrivateKey(made.keyPem)));
  assert.ok(!sealing.checkPrivateKey(createPrivateKey(made.caKeyPem)));
  assert.deepEqual(sealing.keyUsage, ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4']);
});

test('certificates are valid from a day before their creation and beyond the year 2049', async () => {
  const { caCertificatePem, certificatePem } = await makePlatformCertificate(now);
  assert.equal(new X509Certificate(certificatePem).validFrom, 'Nov 20 10:00:00 2026 GMT');
  assert.equal(new X509Certificate(certificatePem).validTo, 'Nov 21 10:00:00 2046 GMT');
  assert.equal(new X509Certificate(caCertificatePem).validTo, 'Nov 21 10:00:00 2056 GMT');
});

test('every installation has its own keys and serial numbers', async () => {
  const [one, other] = await Promise.all([
    makePlatformCertificate(now),
    makePlatformCertificate(now),
  ]);
  assert.notEqual(one.keyPem, other.keyPem);
  const [first, second] = [one, other].map((made) => new X509Certificate(made.certificatePem));
  assert.notEqual(first?.serialNumber, second?.serialNumber);
  assert.notEqual(first?.fingerprint256, second?.fingerprint256);
  assert.equal(first?.subject, 'CN=Nameloan Contract Seal');
});
