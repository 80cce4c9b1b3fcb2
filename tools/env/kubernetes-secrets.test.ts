/** The Kubernetes Secrets of each component. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kubernetesSecrets } from './kubernetes-secrets.ts';
import { makeSecrets } from './make-secrets.ts';

const values = Object.fromEntries(await makeSecrets());
const target = {
  namespace: 'nameloan',
  mongoUrl: (service: string) => `mongodb://${service}@mongo`,
};

test('each component gets its own login and no secrets of other components', () => {
  const secrets = kubernetesSecrets(values, target);
  const dataOf = (name: string) =>
    secrets.find(({ metadata }) => metadata.name === name)?.stringData ?? {};
  assert.equal(dataOf('lending').MONGODB_URL, 'mongodb://lending@mongo');
  assert.equal(dataOf('payments').STRIPE_WEBHOOK_SECRET, values.STRIPE_WEBHOOK_SECRET);
  assert.deepEqual(Object.keys(dataOf('gateway')).sort(), [
    'INTERNAL_SECRET',
    'NATS_PASSWORD',
    'NATS_USER',
  ]);
  assert.equal(dataOf('lending').NATS_USER, 'lending');
  const passwords = ['lending', 'gateway'].map((name) => dataOf(name).NATS_PASSWORD);
  assert.deepEqual(passwords, [values.NATS_LENDING_PASSWORD, values.NATS_GATEWAY_PASSWORD]);
  for (const { metadata, stringData } of secrets)
    if (metadata.name !== 'sandbox' && metadata.name !== 'payments')
      assert.equal(stringData.STRIPE_WEBHOOK_SECRET, undefined, metadata.name);
  for (const { metadata, stringData } of secrets)
    if (metadata.name !== 'mongo') assert.equal(stringData.MONGO_ROOT_PASSWORD, undefined);
});

test('a missing value is named', () => {
  const { NATS_LENDING_PASSWORD: _, ...rest } = values;
  assert.throws(
    () => kubernetesSecrets(rest, target),
    /^Error: NATS_LENDING_PASSWORD is missing: npm run env/,
  );
});
