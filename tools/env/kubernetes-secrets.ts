/** The Secrets of infra/k8s, created from the values of `npm run env`: each component gets only what it needs. */

import { brokerUsers } from '@nameloan/messaging/nats/broker-users';
import { brokerPasswordOf } from '../manifest/broker-config.ts';
import { readServices } from '../manifest/services.ts';

type Values = Record<string, string | undefined>;

export interface Secret {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: { name: string; namespace: string; labels: Record<string, string> };
  stringData: Record<string, string>;
}

const sandboxSecrets = [
  'SANDBOX_SECRET',
  'SANDBOX_CA',
  'SANDBOX_CERTIFICATE',
  'SANDBOX_KEY',
  'SANDBOX_CONNECT_KEY',
  'EPP_PASSWORD',
  'STRIPE_WEBHOOK_SECRET',
  'NOWPAYMENTS_IPN_SECRET',
];

/** `mongoUrl`: URL of a service's database with its login. Throws an error that names the first missing value. */
export function kubernetesSecrets(
  values: Values,
  { namespace, mongoUrl }: { namespace: string; mongoUrl(service: string): string },
): Secret[] {
  const value = (name: string): string => {
    const text = values[name];
    if (!text) throw new Error(`${name} is missing: npm run env creates it.`);
    return text;
  };
  const pickValues = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, value(name)]));
  const common = (name: string) => ({
    ...pickValues(['INTERNAL_SECRET']),
    NATS_USER: name,
    NATS_PASSWORD: value(brokerPasswordOf(name)),
  });
  const components: [string, Record<string, string>][] = readServices().map(
    ({ name, generatedSecrets }) => {
      const additional = Object.entries(generatedSecrets).map(([setting, from]) => [
        setting,
        value(from),
      ]);
      const secrets = pickValues(['SANDBOX_SECRET']);
      return [
        name,
        {
          ...common(name),
          ...secrets,
          MONGODB_URL: mongoUrl(name),
          ...Object.fromEntries(additional),
        },
      ];
    },
  );
  const nats = pickValues(
    [...brokerUsers().map(({ name }) => name), 'cluster'].map(brokerPasswordOf),
  );
  components.push(
    ['gateway', common('gateway')],
    ['nats', nats],
    ['sandbox', pickValues(sandboxSecrets)],
  );
  components.push([
    'mongo',
    pickValues(Object.keys(values).filter((name) => name.startsWith('MONGO_'))),
  ]);
  return components.map(([name, stringData]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace,
      labels: { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'nameloan' },
    },
    stringData,
  }));
}
