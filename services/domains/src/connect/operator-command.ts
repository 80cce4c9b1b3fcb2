/** Operator commands of Domain Connect: the template to onboard, the public key to publish, and a check of its DNS. */

import { DomainError } from '@nameloan/contracts/errors';
import { connectKey, settings } from '../config.ts';
import type { TxtAnswer } from '../dns/resolve-txt.ts';
import { resolveTxt } from '../dns/resolve-txt.ts';
import { serviceContext } from '../service-context.ts';
import { publicKeyRecords } from './signing-key.ts';
import { buildTemplate } from './template.ts';

export const connectCommands = ['template', 'records', 'check'] as const;
export type ConnectCommand = (typeof connectCommands)[number];

/** Resolves to the text to print. Throws CONFLICT while Domain Connect is not set up, or if the check finds an error. */
export async function runConnectCommand(command: ConnectCommand): Promise<string> {
  const { providerId, key } = readInstallation();
  const set = settings.value;
  const keyHost = set.DOMAIN_CONNECT_KEY_HOST ?? providerId;
  if (command === 'template') {
    const template = buildTemplate({
      providerId,
      serviceId: set.DOMAIN_CONNECT_SERVICE,
      keyHost,
      redirectHost: new URL(serviceContext.publicUrl).hostname,
      operatorName: providerId,
    });
    return JSON.stringify(template, null, 2);
  }
  const host = `${set.DOMAIN_CONNECT_KEY_LABEL}.${keyHost}`;
  const expected = publicKeyRecords(key);
  if (command === 'records') return expected.map((value) => `${host} TXT "${value}"`).join('\n');
  return checkRecords(host, expected);
}

function readInstallation() {
  const { DOMAIN_CONNECT_PROVIDER: providerId } = settings.value;
  const key = connectKey();
  if (providerId && key) return { providerId, key };
  const message = 'Set DOMAIN_CONNECT_PROVIDER and DOMAIN_CONNECT_KEY first.';
  throw new DomainError('CONFLICT', message, { reason: 'STATUS' });
}

/** Every resolver must see exactly the fragments of the key: another one makes the joined key invalid. */
async function checkRecords(host: string, expected: readonly string[]): Promise<string> {
  const { DNS_RESOLVERS: resolvers, DNS_TIMEOUT_MS: timeoutMs } = settings.value;
  const lines = await Promise.all(
    resolvers.map(async (resolver) => {
      const answer = await resolveTxt({ name: host, resolver, timeoutMs });
      return { address: resolver.address, error: findError(answer, expected) };
    }),
  );
  const failed = lines.some(({ error }) => error !== undefined);
  const text = lines.map(({ address, error = 'has the public key' }) => `${address} ${error}`);
  const message = [`${host} ${failed ? 'is wrong' : 'is right'}:`, ...text].join('\n');
  if (failed) throw new DomainError('CONFLICT', message, { reason: 'STATUS' });
  return message;
}

function findError(answer: TxtAnswer, expected: readonly string[]): string | undefined {
  if (answer.kind === 'UNCLEAR') return `did not answer (${answer.code})`;
  const values = answer.kind === 'VALUES' ? answer.values : [];
  if (values.length === 0) return 'has no TXT record there';
  const missing = expected.filter((value) => !values.includes(value));
  const others = values.filter((value) => !expected.includes(value));
  if (missing.length > 0) return `lacks ${missing.length} of ${expected.length} records of the key`;
  return others.length > 0 ? `also has ${others.length} other records` : undefined;
}
