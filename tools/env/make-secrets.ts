/** Creates the secrets that docker-compose.yml requires. */

import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { serviceNames } from '@nameloan/contracts/platform';
import { brokerUsers } from '@nameloan/messaging/nats/broker-users';
import { makeCertificate } from '@nameloan/sandbox/epp/make-certificate';
import { brokerPasswordOf } from '../manifest/broker-config.ts';

const secretBytes = 32;
const keyfileBytes = 96;
const eppPasswordBytes = 16;
/** DNS providers accept no shorter key. */
const connectKeyBits = 2048;
/** Host name of the sandbox in the containers' network; its certificate is issued for it. */
const sandboxName = 'sandbox';

/** Letters and digits, so that it needs no escaping in a URL; starts with a letter, so that no parser reads a number. */
const secret = (prefix = 's') => `${prefix}${randomBytes(secretBytes).toString('hex')}`;

/** Encodes line ends as `\n`, because .env files have one line per setting. */
const oneLine = (pem: string) => pem.replaceAll('\n', '\\n');

/** New values by name, in the order in which they are written. */
export async function makeSecrets(): Promise<ReadonlyMap<string, string>> {
  const { caPem, certificatePem, keyPem } = await makeCertificate([sandboxName]);
  const connectKey = await promisify(generateKeyPair)('rsa', { modulusLength: connectKeyBits });
  const connectKeyPem = String(connectKey.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return new Map([
    ['INTERNAL_SECRET', secret()],
    ...[...brokerUsers().map(({ name }) => name), 'cluster'].map((name): [string, string] => [
      brokerPasswordOf(name),
      secret(),
    ]),
    ['MONGO_ROOT_PASSWORD', secret()],
    ['MONGO_KEYFILE', randomBytes(keyfileBytes).toString('base64').replace(/=+$/, '')],
    ...['migrate', ...serviceNames].map((name): [string, string] => [
      `MONGO_${name.toUpperCase()}_PASSWORD`,
      secret(),
    ]),
    ['GRAFANA_PASSWORD', secret()],
    ['STRIPE_WEBHOOK_SECRET', secret('whsec_')],
    ['NOWPAYMENTS_IPN_SECRET', secret()],
    ['EPP_PASSWORD', randomBytes(eppPasswordBytes).toString('hex')],
    ['SANDBOX_SECRET', secret()],
    ['SANDBOX_CA', oneLine(caPem)],
    ['SANDBOX_CERTIFICATE', oneLine(certificatePem)],
    ['SANDBOX_KEY', oneLine(keyPem)],
    ['SANDBOX_CONNECT_KEY', oneLine(connectKeyPem)],
  ]);
}
