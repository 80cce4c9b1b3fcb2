/** Creates certificates, nkeys and creds for tests with a real nats-server. */

import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const dayMs = 86_400_000;

type KeyPair = webcrypto.CryptoKeyPair;

/** Files of an authority, and of a certificate and key that server and client share. */
export interface TlsFiles {
  ca: string;
  cert: string;
  key: string;
}

export async function makeTlsFiles(folder: string): Promise<TlsFiles> {
  const [authority, leaf] = await Promise.all([makeKeys(), makeKeys()]);
  const files = { ca: 'ca.pem', cert: 'cert.pem', key: 'key.pem' };
  const { keyCertSign, digitalSignature } = x509.KeyUsageFlags;
  const ca = await issue({ name: 'test authority', keys: authority, issuer: authority }, [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(keyCertSign, true),
  ]);
  const cert = await issue({ name: 'test', keys: leaf, issuer: authority }, [
    new x509.KeyUsagesExtension(digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([
      x509.ExtendedKeyUsage.serverAuth,
      x509.ExtendedKeyUsage.clientAuth,
    ]),
    new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
  ]);
  const key = await webcrypto.subtle.exportKey('pkcs8', leaf.privateKey);
  return {
    ca: write(folder, files.ca, ca),
    cert: write(folder, files.cert, cert),
    key: write(folder, files.key, x509.PemConverter.encode(key, 'PRIVATE KEY')),
  };
}

function issue(
  { name, keys, issuer }: { name: string; keys: KeyPair; issuer: KeyPair },
  extensions: x509.Extension[],
): Promise<string> {
  return x509.X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: 'CN=test authority',
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + dayMs),
    publicKey: keys.publicKey,
    signingKey: issuer.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions,
  }).then((certificate) => certificate.toString('pem'));
}

function makeKeys(): Promise<KeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

export function write(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${text}\n`);
  return file;
}

/** A user's nkey: the public key for the server, and a file with the seed. */
export function makeNkey(folder: string): { publicKey: string; file: string } {
  const pair = nkeys.createUser();
  const seed = Buffer.from(pair.getSeed()).toString();
  return { publicKey: pair.getPublicKey(), file: write(folder, 'user.nk', seed) };
}

/** A creds file, and the configuration of a server that trusts its operator. */
export function makeCreds(folder: string): { file: string; config: string } {
  const operator = nkeys.createOperator();
  const system = nkeys.createAccount();
  const account = nkeys.createAccount();
  const user = nkeys.createUser();
  const [operatorKey, systemKey, accountKey] = [operator, system, account].map((one) =>
    one.getPublicKey(),
  ) as [string, string, string];
  const unlimited = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, conn: -1 };
  const stored = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const sign = (name: string, sub: string, claims: { by: nkeys.KeyPair; nats: object }) =>
    signClaims({ name, sub, iss: claims.by.getPublicKey(), nats: claims.nats }, claims.by);
  const operatorJwt = sign('operator', operatorKey, {
    by: operator,
    nats: { type: 'operator', version: 2, system_account: systemKey },
  });
  const systemJwt = sign('system', systemKey, {
    by: operator,
    nats: { type: 'account', version: 2, limits: unlimited },
  });
  const accountJwt = sign('account', accountKey, {
    by: operator,
    nats: { type: 'account', version: 2, limits: { ...unlimited, ...stored } },
  });
  const userJwt = sign('user', user.getPublicKey(), {
    by: account,
    nats: { type: 'user', version: 2, subs: -1, data: -1, payload: -1 },
  });
  const seed = Buffer.from(user.getSeed()).toString();
  const section = (title: string, text: string) =>
    `-----BEGIN ${title}-----\n${text}\n------END ${title}------\n`;
  return {
    file: write(
      folder,
      'user.creds',
      `${section('NATS USER JWT', userJwt)}\n${section('USER NKEY SEED', seed)}`,
    ),
    config: `operator: "${operatorJwt}"
system_account: ${systemKey}
resolver: MEMORY
resolver_preload: { ${systemKey}: "${systemJwt}", ${accountKey}: "${accountJwt}" }`,
  };
}

function signClaims(claims: object, by: nkeys.KeyPair): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1000);
  const header = encode({ typ: 'JWT', alg: 'ed25519-nkey' });
  const body = `${header}.${encode({ ...claims, iat, jti: String(iat) })}`;
  return `${body}.${Buffer.from(by.sign(Buffer.from(body))).toString('base64url')}`;
}
