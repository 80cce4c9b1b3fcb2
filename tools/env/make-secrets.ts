/** The secrets that docker-compose.yml asks for. */

import { randomBytes } from 'node:crypto';
import { serviceNames } from '@nameloan/contracts/platform';
import { makeCertificate } from '@nameloan/sandbox/epp/make-certificate';

const secretBytes = 32;
const keyfileBytes = 96;
const eppPasswordBytes = 16;
/** The sandbox's name on the containers' network, which its certificate must bear. */
const sandboxName = 'sandbox';

/** Letters and digits only, so that it needs no escaping in a URL; no parser reads it as a number. */
const secret = (prefix = 's') => `${prefix}${randomBytes(secretBytes).toString('hex')}`;

/** One line, as files of settings want it; readers take `\n` for the end of a line. */
const oneLine = (pem: string) => pem.replaceAll('\n', '\\n');

/** Name → value, fresh each time, in the order in which they are written. */
export async function makeSecrets(): Promise<ReadonlyMap<string, string>> {
  const { caPem, certificatePem, keyPem } = await makeCertificate([sandboxName]);
  return new Map([
    ['INTERNAL_SECRET', secret()],
    ['NATS_PASSWORD', secret()],
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
  ]);
}
