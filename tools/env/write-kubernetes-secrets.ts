/** `npm run -s env:kubernetes`: prints the Secrets of infra/k8s/overlays/local with the values of `.env`, for `kubectl apply -f -`. */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { kubernetesSecrets } from './kubernetes-secrets.ts';

const file = resolve(process.argv[2] ?? join(import.meta.dirname, '../..', '.env'));

try {
  const values = parseEnv(readFileSync(file, 'utf8'));
  const items = kubernetesSecrets(values, {
    namespace: 'nameloan',
    mongoUrl: (service) =>
      `mongodb://${service}:${values[`MONGO_${service.toUpperCase()}_PASSWORD`]}@mongo:27017/?replicaSet=rs0&authSource=admin`,
  });
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'nameloan' } };
  const list = { apiVersion: 'v1', kind: 'List', items: [namespace, ...items] };
  process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
} catch (error) {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  console.error(
    isMissing ? `${file} does not exist: run npm run env first.` : (error as Error).message,
  );
  process.exitCode = 1;
}
