/** What infra/k8s gives to a cluster, as kubectl's kustomize makes it: held to the house's rules without a cluster. */

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import { commonSettings } from '@nameloan/service/common-settings.ts';
import { parseAllDocuments } from 'yaml';
import { gatewaySettings } from '../../gateway/src/config.ts';
import { webSettings } from '../../gateway/src/web/config.ts';
import type { Found } from './cluster.ts';
import { kubectlMissing, kustomize } from './cluster.ts';

const root = resolve(import.meta.dirname, '../..');
const folders = globSync('infra/k8s/{base,overlays}/*/kustomization.yaml', { cwd: root })
  .map(dirname)
  .sort();

if (kubectlMissing) console.log(`manifests are not looked at: ${kubectlMissing}`);

const objectsOf = (folder: string): Found[] =>
  parseAllDocuments(kustomize(join(root, folder))).map((one) => one.toJS());

/** The pod that an object makes, if it makes any. */
const podOf = (object: Found) => object.spec?.template?.spec;

/** Settings that a program reads, by name of the part. */
async function settingsOf(part: string): Promise<Set<string>> {
  if (part === 'gateway') return new Set(Object.keys(gatewaySettings.shape.shape));
  if (part === 'web') return new Set(Object.keys(webSettings.shape.shape));
  const { settings } = await import(`../../services/${part}/src/config.ts`);
  return new Set([...Object.keys(commonSettings.shape), ...Object.keys(settings.shape.shape)]);
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
        container.env.find(({ name }: Found) => name === 'DRAIN_GRACE_SECONDS').value,
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
          ...container.env.map((one: Found) => one.name),
        ];
        unknown.push(
          ...given.filter((name) => !known.has(name)).map((name) => `${metadata.name}: ${name}`),
        );
      }
      assert.deepEqual(unknown, []);
    });
  }

  test('all that a base makes bears its part’s name, and none that of the form', () => {
    for (const name of serviceNames) {
      const objects = objectsOf(`infra/k8s/base/${name}`);
      const labels = new Set(
        objects.map(({ metadata }) => metadata.labels['app.kubernetes.io/name']),
      );
      assert.deepEqual([...labels], [name]);
      const text = JSON.stringify(objects);
      assert.doesNotMatch(text, /"program/);
    }
  });
});
