/** The Secrets that infra/k8s asks for, of the values that `npm run env` makes: each part gets what it needs and no more. */

import { readServices } from '../manifest/services.ts';

type Values = Record<string, string | undefined>;

export interface Secret {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: { name: string; namespace: string; labels: Record<string, string> };
  stringData: Record<string, string>;
}

const natsUser = 'nameloan';

const sandboxSecrets = [
  'SANDBOX_SECRET',
  'SANDBOX_CA',
  'SANDBOX_CERTIFICATE',
  'SANDBOX_KEY',
  'EPP_PASSWORD',
  'STRIPE_WEBHOOK_SECRET',
  'NOWPAYMENTS_IPN_SECRET',
];

/** `mongoUrl`: of one service, with its login. Throws an error that names the first value that is missing. */
export function kubernetesSecrets(
  values: Values,
  { namespace, mongoUrl }: { namespace: string; mongoUrl(service: string): string },
): Secret[] {
  const value = (name: string): string => {
    const text = values[name];
    if (!text) throw new Error(`${name} is missing: npm run env makes it.`);
    return text;
  };
  const take = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, value(name)]));
  const nats = { NATS_USER: natsUser, NATS_PASSWORD: value('NATS_PASSWORD') };
  const common = { ...take(['INTERNAL_SECRET']), ...nats };
  const parts: [string, Record<string, string>][] = readServices().map(
    ({ name, generatedSecrets }) => {
      const more = Object.entries(generatedSecrets).map(([setting, from]) => [
        setting,
        value(from),
      ]);
      const secrets = take(['SANDBOX_SECRET']);
      return [
        name,
        { ...common, ...secrets, MONGODB_URL: mongoUrl(name), ...Object.fromEntries(more) },
      ];
    },
  );
  parts.push(['gateway', common], ['nats', nats], ['sandbox', take(sandboxSecrets)]);
  parts.push(['mongo', take(Object.keys(values).filter((name) => name.startsWith('MONGO_')))]);
  return parts.map(([name, stringData]) => ({
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
