/** An invalid value stops the start with one line that names it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineSettings, readSettings, setting } from './settings.ts';

const shape = z.object({
  TRUST_PROXY: setting.proxies().optional(),
  PUBLIC_URL: setting.origin().optional(),
});
const fault = (environment: Record<string, string>) => {
  try {
    readSettings(shape, environment);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

test('proxies are addresses, networks or their names, and anything else is rejected', () => {
  const good = ['127.0.0.1', '10.42.0.0/16, ::1', 'loopback,fd00:1::/32', '::ffff:10.0.0.1', ''];
  for (const TRUST_PROXY of good) assert.equal(fault({ TRUST_PROXY }), undefined, TRUST_PROXY);
  for (const TRUST_PROXY of [
    'bogus',
    '10.0.0.0/33',
    '10.0.0',
    '::1/129',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    'uniquelocal',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '0.0.0.0/0',
    'fd00::/8',
    '::/0',
    '::ffff:10.0.0.0/104',
  ]) {
    assert.equal(
      fault({ TRUST_PROXY }),
      `TRUST_PROXY is "${TRUST_PROXY}": not a list of addresses or networks, at least /13 (IPv4) or /32 (IPv6).`,
    );
  }
});

test('the address of the product is a host alone', () => {
  for (const PUBLIC_URL of [
    'https://nameloan.example',
    'http://localhost:4000/',
    'https://[::1]:8',
  ]) {
    assert.equal(fault({ PUBLIC_URL }), undefined, PUBLIC_URL);
  }
  for (const PUBLIC_URL of [
    'https://nameloan.example/app',
    'https://nameloan.example/?a=b',
    'https://nameloan.example/?',
    'https://nameloan.example/#top',
    'https://nameloan.example#',
    'https://user@nameloan.example',
    'https://:secret@nameloan.example',
  ]) {
    assert.match(
      String(fault({ PUBLIC_URL })),
      /^PUBLIC_URL is .*: not the address of a host alone/,
    );
  }
  assert.doesNotMatch(String(fault({ PUBLIC_URL: 'https://u:secret@nameloan.example' })), /secret/);
});

test('settings that real users need have defaults only with the sandbox', () => {
  const settings = () => defineSettings({ LAW: z.string() }).withSandboxDefaults({ LAW: 'Utopia' });
  const read = (environment: Record<string, string>) => {
    const one = settings();
    one.read(environment);
    return one.value.LAW;
  };
  const played = { NAMELOAN_SANDBOX: 'on' };
  assert.equal(read(played), 'Utopia');
  assert.equal(read({ ...played, LAW: '' }), 'Utopia');
  assert.equal(read({ ...played, LAW: 'Ireland' }), 'Ireland');
  const reals: Record<string, string>[] = [
    {},
    { NAMELOAN_SANDBOX: 'off' },
    { ...played, NODE_ENV: 'production' },
  ];
  for (const real of reals) assert.throws(() => read(real), /^SettingsError: LAW is required\.$/);
});

test('sandbox defaults belong together: setting one requires all', () => {
  const fields = { LAW: z.string(), COURTS: z.string() };
  const one = defineSettings(fields).withSandboxDefaults({ LAW: 'Utopia', COURTS: 'Utopia' });
  const half = { NAMELOAN_SANDBOX: 'on', LAW: 'Ireland' };
  assert.throws(() => one.read(half), /^SettingsError: COURTS is required\.$/);
  one.read({ ...half, COURTS: 'Dublin' });
  assert.deepEqual(one.value, { LAW: 'Ireland', COURTS: 'Dublin' });
});

test('a URL that mails link to is http or https', () => {
  for (const PUBLIC_URL of ['http://localhost:4000', 'https://loans.example']) {
    assert.equal(fault({ PUBLIC_URL }), undefined);
  }
  for (const PUBLIC_URL of ['javascript:alert(1)', 'file:///etc', 'loans.example']) {
    assert.equal(fault({ PUBLIC_URL }), `PUBLIC_URL is "${PUBLIC_URL}": not a URL.`);
  }
});

test('a PEM text may be one line with escaped line breaks, and nothing else is accepted', () => {
  const pem = z.object({ EPP_CA: setting.pem() });
  const text = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  assert.equal(readSettings(pem, { EPP_CA: text }).EPP_CA, text);
  assert.equal(readSettings(pem, { EPP_CA: text.replaceAll('\n', '\\n') }).EPP_CA, text);
  for (const EPP_CA of ['/etc/ca.pem', 'MIIB', '-----BEGIN CERTIFICATE-----'])
    assert.throws(
      () => readSettings(pem, { EPP_CA }),
      /^SettingsError: EPP_CA is .*not a PEM text/,
    );
});

test('errors of a check are reported together with those of the fields', () => {
  const settings = defineSettings({ PORT: setting.port() }).withCheck(({ HOST }) =>
    HOST ? [] : ['HOST is required.'],
  );
  assert.throws(
    () => settings.read({ PORT: 'x' }),
    /^SettingsError: PORT is "x": not a port\.\nHOST is required\.$/,
  );
  assert.throws(() => settings.read({ PORT: '1' }), /^SettingsError: HOST is required\.$/);
  settings.read({ PORT: '1', HOST: 'a' });
  assert.equal(settings.value.PORT, 1);
});
