/** Every file that services.json determines, with its content. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillRules } from './alert-rules.ts';
import type { Blocks } from './blocks.ts';
import { replaceBlocks } from './blocks.ts';
import { brokerUsersFile } from './broker-config.ts';
import { addDependencies, allServicesModule, entryPoints, platformBlocks } from './code.ts';
import {
  composeBlocks,
  mongoSetupBlocks,
  prometheusBlocks,
  realBlocks,
  trialBlocks,
} from './compose.ts';
import { dockerfileBlocks } from './dockerfile.ts';
import { readmeBlocks, secretBlocks } from './documents.ts';
import { baseFiles, scaledObjects } from './kubernetes-base.ts';
import {
  allBaseBlocks,
  externalEnginesBlocks,
  gatewayBlocks,
  kedaBlocks,
  overlayBlocks,
  sandboxBlocks,
  sandboxPolicyBlocks,
} from './kubernetes-lists.ts';
import type { Service } from './services.ts';
import { readServices, root } from './services.ts';

/** Path from the root → content. */
export type GeneratedFiles = ReadonlyMap<string, string>;

const k8s = 'infra/k8s';
const rules = `${k8s}/components/monitoring/rules`;

/** Hand-written files with generated blocks. */
const partlyGenerated: Readonly<Record<string, (services: readonly Service[]) => Blocks>> = {
  'packages/contracts/src/platform.ts': platformBlocks,
  'docker-compose.yml': composeBlocks,
  'infra/docker/Dockerfile': dockerfileBlocks,
  'infra/docker/compose.real.yml': realBlocks,
  'infra/docker/compose.try.yml': trialBlocks,
  'infra/docker/set-up-mongo.js': mongoSetupBlocks,
  'infra/observability/prometheus.yml': prometheusBlocks,
  [`${k8s}/base/all/kustomization.yaml`]: allBaseBlocks,
  [`${k8s}/base/gateway/kustomization.yaml`]: gatewayBlocks,
  [`${k8s}/components/external-engines/kustomization.yaml`]: externalEnginesBlocks,
  [`${k8s}/components/keda/kustomization.yaml`]: kedaBlocks,
  [`${k8s}/components/sandbox/kustomization.yaml`]: sandboxBlocks,
  [`${k8s}/components/sandbox/network-policy.yaml`]: sandboxPolicyBlocks,
  [`${k8s}/overlays/local/kustomization.yaml`]: overlayBlocks(true),
  [`${k8s}/overlays/production/kustomization.yaml`]: overlayBlocks(false),
  [`${k8s}/overlays/staging/kustomization.yaml`]: overlayBlocks(true),
  'tests/kubernetes/overlay/kustomization.yaml': overlayBlocks(true),
  'README.md': readmeBlocks,
  'docs/kubernetes.md': secretBlocks,
};

/** Throws an error that names the file whose markers are wrong. */
export function generateFromServices(services = readServices()): GeneratedFiles {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const files = new Map<string, string>();
  for (const [file, blocksOf] of Object.entries(partlyGenerated)) {
    try {
      files.set(file, replaceBlocks(read(file), blocksOf(services)));
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`);
    }
  }
  for (const service of services) {
    for (const [name, content] of Object.entries(baseFiles(service)))
      files.set(`${k8s}/base/${service.name}/${name}`, content);
    for (const [name, content] of Object.entries(entryPoints(service)))
      files.set(`services/${service.name}/src/${name}`, content);
  }
  for (const file of ['infra/docker/nats-users.conf', `${k8s}/base/nats/users.conf`])
    files.set(file, brokerUsersFile(services));
  files.set(`${k8s}/components/keda/scaled-objects.yaml`, scaledObjects(services));
  files.set(`${rules}.yaml`, fillRules(read(`${rules}.template.yaml`), services));
  const standalone = 'apps/standalone';
  files.set(`${standalone}/src/all-services.ts`, allServicesModule(services));
  const manifest = `${standalone}/package.json`;
  files.set(manifest, addDependencies(read(manifest), services));
  return files;
}
