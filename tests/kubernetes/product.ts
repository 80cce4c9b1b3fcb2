/** Installs the product on the cluster as `overlays/local` and connects the tests to it. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { serviceNames } from '@nameloan/contracts/platform';
import { kubernetesSecrets } from '../../tools/env/kubernetes-secrets.ts';
import { makeSecrets } from '../../tools/env/make-secrets.ts';
import { TestEnvironment } from '../flows/environment/test-environment.ts';
import type { Cluster } from './cluster.ts';

export const components = [...serviceNames, 'gateway', 'web'];
const engines = ['nats', 'mongo', 'sandbox'];
/** Fixed addresses of overlay/kustomization.yaml. */
const gatewayUrl = 'http://10.96.0.40';
export const sandboxUrl = 'http://10.96.0.41:4100';
const mongoUrl = 'mongodb://10.96.0.42:27017/?directConnection=true';
const insideMongoUrl = 'mongodb://mongo:27017/?directConnection=true';

const overlay = join(import.meta.dirname, 'overlay');
const disks = {
  'data-nats-0': '10Gi',
  'data-nats-1': '10Gi',
  'data-nats-2': '10Gi',
  'data-sandbox-0': '1Gi',
  'data-embedded-mongo-0': '1Gi',
};
const availableWithinSeconds = 300;

/** All workloads whose pods can be deleted, by label. */
export const allWorkloads = [...components, ...engines];

export const selectorOf = (name: string) => `app.kubernetes.io/name=${name}`;

/** Applies all manifests and waits until every replica is available. */
export async function startProduct(cluster: Cluster): Promise<TestEnvironment> {
  const values = Object.fromEntries(await makeSecrets());
  const secrets = kubernetesSecrets(values, {
    namespace: 'nameloan',
    mongoUrl: () => insideMongoUrl,
  });
  await cluster.kubectl('apply', '-k', 'infra/k8s/base/foundation');
  await cluster.apply(secrets);
  await cluster.addDisks(disks);
  await cluster.kubectl('apply', '-k', overlay);
  await cluster.waitUntilAvailable(availableWithinSeconds);
  const services = await Promise.all(
    serviceNames.map(async (name) => [name, `http://${await cluster.addressOf(name)}`]),
  );
  const environment = new TestEnvironment({
    ...{ url: gatewayUrl, sandboxUrl, serviceUrls: Object.fromEntries(services) },
    store: {
      ...{ mongoUrl, databasePrefix: 'nameloan_' },
      internalSecret: values.INTERNAL_SECRET ?? '',
    },
    processes: [],
    tag: `${randomBytes(4).toString('hex')}.`,
    clean: () => undefined,
  });
  await environment.sandbox.updateSettings({ autoApproveSeconds: null });
  return environment;
}
