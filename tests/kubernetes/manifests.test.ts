/** What infra/k8s gives to a cluster, as kubectl's kustomize makes it: held to the house's rules without a cluster. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { serviceNames } from '@nameloan/contracts/platform';
import { gatewaySettings } from '@nameloan/gateway/config';
import { webSettings } from '@nameloan/gateway/web/config';
import { commonSettings } from '@nameloan/subgraph/common-settings';
import { parseAllDocuments } from 'yaml';
import type { z } from 'zod';
import type { KubernetesObject } from './cluster.ts';
import { kubectlMissing, kustomize } from './cluster.ts';

const root = resolve(import.meta.dirname, '../..');
const folders = globSync('infra/k8s/{base,overlays}/*/kustomization.yaml', { cwd: root })
  .map(dirname)
  .sort();

if (kubectlMissing) console.log(`manifests are not looked at: ${kubectlMissing}`);

const rendered = new Map<string, KubernetesObject[]>();

/** Renders each folder once: several tests read the same one, and none changes the objects. */
function objectsOf(folder: string): KubernetesObject[] {
  const known = rendered.get(folder);
  if (known) return known;
  const objects = parseAllDocuments(kustomize(join(root, folder))).map((one) => one.toJS());
  rendered.set(folder, objects);
  return objects;
}

/** The pod that an object makes, if it makes any. */
const podOf = (object: KubernetesObject) => object.spec?.template?.spec;

/** Names of the settings that a component reads. */
async function settingsOf(component: string): Promise<Set<string>> {
  if (component === 'gateway') return new Set(Object.keys(gatewaySettings.shape.shape));
  if (component === 'web') return new Set(Object.keys(webSettings.shape.shape));
  const { settings } = await import(`../../services/${component}/src/config.ts`);
  return new Set([...Object.keys(commonSettings.shape), ...Object.keys(settings.shape.shape)]);
}

/** Settings without which a program does not start. */
async function requiredBy(component: string): Promise<string[]> {
  if (component === 'gateway') return missingIn(gatewaySettings.shape);
  if (component === 'web') return missingIn(webSettings.shape);
  const { settings } = await import(`../../services/${component}/src/config.ts`);
  return [...missingIn(commonSettings), ...missingIn(settings.shape)];
}

const missingIn = (shape: z.ZodObject): string[] =>
  Object.entries(shape.shape)
    .filter(([, one]) => !(one as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name);

/** Those that `-l app.kubernetes.io/name=NAME` takes. */
const labelled = (objects: KubernetesObject[], name: string) =>
  objects.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] === name);

const has = (labels: Record<string, string>, wanted: Record<string, string> = {}) =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

/** Ports that policies let pods of these labels call: of networks, and of pods that are there at all. */
function portsOut(
  policies: KubernetesObject[],
  labels: Record<string, string>,
  all: KubernetesObject[],
): Set<number> {
  const pods = all.filter(podOf).map(({ spec }) => spec.template.metadata.labels);
  const leads = ({ ipBlock, podSelector }: KubernetesObject) =>
    ipBlock || pods.some((one) => podSelector && has(one, podSelector.matchLabels));
  const rules = policies
    .filter(
      ({ kind, spec }) => kind === 'NetworkPolicy' && has(labels, spec.podSelector.matchLabels),
    )
    .flatMap(({ spec }) => spec.egress ?? [])
    .filter(({ to }) => to.some(leads));
  return new Set(
    rules.flatMap(({ ports = [] }) => ports.map(({ port }: KubernetesObject) => port)),
  );
}

describe('the manifests', { skip: kubectlMissing }, () => {
  for (const folder of folders) {
    test(`${folder}: nothing is secret in it, and each pod may do no more than it must`, () => {
      const objects = objectsOf(folder);
      assert.ok(objects.length > 0);
      for (const object of objects) {
        const name = `${object.kind}/${object.metadata.name}`;
        assert.notEqual(object.kind, 'Secret', name);
        if (object.kind !== 'Namespace') assert.ok(object.metadata.namespace, `${name}: where?`);
        if (object.kind === 'ConfigMap')
          for (const key of Object.keys(object.data))
            assert.doesNotMatch(key, /PASSWORD|_SECRET$/, name);
        const pod = podOf(object);
        if (!pod) continue;
        assert.equal(pod.automountServiceAccountToken, false, name);
        assert.equal(pod.securityContext.runAsNonRoot, true, name);
        assert.equal(pod.securityContext.seccompProfile.type, 'RuntimeDefault', name);
        for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
          const { securityContext, resources } = container;
          assert.equal(securityContext.readOnlyRootFilesystem, true, name);
          assert.equal(securityContext.allowPrivilegeEscalation, false, name);
          assert.deepEqual(securityContext.capabilities, { drop: ['ALL'] }, name);
          assert.ok(resources.requests.cpu && resources.limits.memory, name);
        }
      }
    });
  }

  test('every program has its probes, and time to leave before it is killed', () => {
    const objects = objectsOf('infra/k8s/overlays/production');
    const deployments = objects.filter(({ kind }) => kind === 'Deployment');
    assert.equal(deployments.length, serviceNames.length + 2);
    for (const { metadata, spec } of deployments) {
      const [container] = spec.template.spec.containers;
      assert.equal(container.startupProbe.httpGet.path, '/healthz', metadata.name);
      assert.equal(container.livenessProbe.httpGet.path, '/healthz', metadata.name);
      assert.equal(container.readinessProbe.httpGet.path, '/readyz', metadata.name);
      const grace = Number(
        container.env.find(({ name }: KubernetesObject) => name === 'DRAIN_GRACE_SECONDS').value,
      );
      const drainSeconds = 25;
      const leaves = container.lifecycle.preStop.sleep.seconds + grace + drainSeconds;
      assert.ok(leaves < spec.template.spec.terminationGracePeriodSeconds, metadata.name);
      for (const kind of [
        'Service',
        'PodDisruptionBudget',
        'HorizontalPodAutoscaler',
        'ServiceAccount',
      ])
        assert.ok(
          objects.some((one) => one.kind === kind && one.metadata.name === metadata.name),
          `${kind}/${metadata.name}`,
        );
    }
  });

  for (const overlay of ['local', 'production']) {
    test(`overlays/${overlay}: every setting is one that its program reads`, async () => {
      const objects = objectsOf(`infra/k8s/overlays/${overlay}`);
      const unknown: string[] = [];
      for (const { kind, metadata, spec } of objects) {
        if (kind !== 'Deployment') continue;
        const known = await settingsOf(metadata.name);
        const [container] = spec.template.spec.containers;
        const { configMapRef } = container.envFrom[0];
        const settings = objects.find((one) => one.metadata.name === configMapRef.name);
        const given = [
          ...Object.keys(settings.data),
          ...container.env.map((one: KubernetesObject) => one.name),
        ];
        unknown.push(
          ...given.filter((name) => !known.has(name)).map((name) => `${metadata.name}: ${name}`),
        );
      }
      assert.deepEqual(unknown, []);
    });
  }

  test('a component applied alone with the foundation has all objects it references, and reaches only its own engines', () => {
    for (const overlay of ['local', 'staging', 'production']) {
      const all = objectsOf(`infra/k8s/overlays/${overlay}`);
      const foundation = labelled(all, 'foundation');
      for (const component of [...serviceNames, 'gateway', 'web']) {
        const alone = [...foundation, ...labelled(all, component)];
        const engines = component === 'web' ? [] : component === 'gateway' ? [4222] : [4222, 27017];
        for (const { metadata, spec } of alone.filter(podOf)) {
          const name = `${overlay}: ${component}: ${metadata.name}`;
          const [{ configMapRef }] = spec.template.spec.containers[0].envFrom;
          const settings = alone.find(
            ({ kind, metadata: { name } }) => kind === 'ConfigMap' && name === configMapRef.name,
          );
          assert.ok(settings, name);
          const reached = portsOut(alone, spec.template.metadata.labels, all);
          const found = [4222, 27017].filter((port) => reached.has(port));
          assert.deepEqual(found, engines, name);
        }
      }
    }
  });

  test('the first lines of a base name the settings that its Secret must contain', async () => {
    for (const component of [...serviceNames, 'gateway', 'web']) {
      const folder = `infra/k8s/base/${component}`;
      const { data } = objectsOf(folder).find(
        ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith(`${component}-`),
      );
      const head = readFileSync(join(root, folder, 'kustomization.yaml'), 'utf8').split('apiV')[0];
      // The image itself says where the web app lies.
      const given = [...Object.keys(data), 'WEB_DIR'];
      const open = (await requiredBy(component)).filter((name) => !given.includes(name));
      assert.deepEqual(
        open.filter((name) => !head?.includes(name)),
        [],
        component,
      );
    }
  });

  test('no image is looked for in a public registry under a name of ours', () => {
    for (const folder of folders) {
      for (const pod of objectsOf(folder).map(podOf).filter(Boolean))
        for (const { image } of pod.containers)
          if (/nameloan/.test(image))
            assert.match(image, /^(localhost|registry\.example)\//, folder);
    }
    const lines = [
      ...readFileSync(join(root, 'docker-compose.yml'), 'utf8').matchAll(/^ +image: (.+)$/gm),
    ].map(([, image = '']) => image);
    assert.ok(lines.length > 12);
    for (const image of lines)
      assert.match(image, /^(docker\.io\/|\$\{IMAGES:-localhost\/nameloan\}\/)/);
  });

  test('in production each pod of domains has a validating resolver that only it reaches, and the registrars’ files', () => {
    const objects = objectsOf('infra/k8s/overlays/production');
    const domains = objects.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'domains',
    );
    assert.ok(domains);
    const { containers, volumes } = domains.spec.template.spec;
    const [service, resolver] = containers;
    const settings = objects.find(
      ({ metadata }) => metadata.name === service.envFrom[0].configMapRef.name,
    );
    const [{ containerPort }] = resolver.ports;
    assert.match(
      settings?.data.DNS_RESOLVERS,
      new RegExp(`^127\\.0\\.0\\.1:${containerPort}#trusted,`),
    );
    const [{ name }] = resolver.volumeMounts;
    const mounted = volumes.find((one: KubernetesObject) => one.name === name).configMap.name;
    const config = objects.find(({ metadata }) => metadata.name === mounted);
    assert.match(config?.data['unbound.conf'], new RegExp(`^ +port: ${containerPort}$`, 'm'));
    // Whatever private network SUBNET names, and no public address.
    for (const network of ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'])
      assert.ok(config?.data['unbound.conf'].includes(`access-control: ${network} allow\n`));
    const admitted = objects
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .flatMap(({ spec }) => spec.ingress ?? [])
      .flatMap(({ ports = [] }) => ports.map(({ port }: KubernetesObject) => port));
    for (const port of [containerPort, 'resolver']) assert.ok(!admitted.includes(port));
    const mounts = service.volumeMounts.map((one: KubernetesObject) => one.mountPath);
    assert.ok(mounts.includes('/etc/nameloan/registrars'));
    assert.ok(mounts.includes('/etc/nameloan/engines'));
    assert.deepEqual(service.envFrom.at(-1).secretRef, {
      name: 'registrar-passwords',
      optional: true,
    });
  });

  test('all objects of a base are named for their component, and none for the template', () => {
    for (const name of serviceNames) {
      const objects = objectsOf(`infra/k8s/base/${name}`);
      const labels = new Set(
        objects.map(({ metadata }) => metadata.labels['app.kubernetes.io/name']),
      );
      assert.deepEqual([...labels], [name]);
      const text = JSON.stringify(objects);
      assert.doesNotMatch(text, /"workload/);
    }
  });
});
