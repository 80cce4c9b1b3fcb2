import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kubernetesSecrets } from './kubernetes-secrets.ts';
import { makeSecrets } from './make-secrets.ts';

const values = Object.fromEntries(await makeSecrets());
const where = {
  namespace: 'nameloan',
  mongoUrl: (service: string) => `mongodb://${service}@mongo`,
};

test('every part gets its own login and no other part’s secrets', () => {
  const secrets = kubernetesSecrets(values, where);
  const of = (name: string) =>
    secrets.find(({ metadata }) => metadata.name === name)?.stringData ?? {};
  assert.equal(of('lending').MONGODB_URL, 'mongodb://lending@mongo');
  assert.equal(of('payments').STRIPE_WEBHOOK_SECRET, values.STRIPE_WEBHOOK_SECRET);
  assert.deepEqual(Object.keys(of('gateway')).sort(), [
    'INTERNAL_SECRET',
    'NATS_PASSWORD',
    'NATS_USER',
  ]);
  for (const { metadata, stringData } of secrets)
    if (metadata.name !== 'sandbox' && metadata.name !== 'payments')
      assert.equal(stringData.STRIPE_WEBHOOK_SECRET, undefined, metadata.name);
  for (const { metadata, stringData } of secrets)
    if (metadata.name !== 'mongo') assert.equal(stringData.MONGO_ROOT_PASSWORD, undefined);
});

test('a value that is missing is named', () => {
  const { NATS_PASSWORD: _, ...rest } = values;
  assert.throws(
    () => kubernetesSecrets(rest, where),
    /^Error: NATS_PASSWORD is missing: npm run env/,
  );
});
