/** What services.json determines: a new service appears everywhere, and its settings are ones that it reads. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commonSettings } from '@nameloan/subgraph/common-settings';
import { parse } from 'yaml';
import { replaceBlocks } from './blocks.ts';
import { overlayBlocks } from './kubernetes-lists.ts';
import { generateFromServices } from './outputs.ts';
import type { Service } from './services.ts';
import { readServices, root } from './services.ts';
import { toScalar } from './yaml-text.ts';

const services = readServices();
const model = services.find(({ name }) => name === 'notifications') as Service;
const inventory: Service = { ...model, name: 'inventory', port: 4006 };
const withExtra = generateFromServices([...services, inventory]);

test('a new service is in every file that lists the others, and has its own base', () => {
  for (const [file, text] of withExtra) {
    const isOfOneService = /^services\/|\/base\/(?!all|gateway)/.test(file);
    if (isOfOneService && !file.includes('inventory')) continue;
    assert.match(text, /inventory/i, file);
  }
  assert.ok(withExtra.has('infra/k8s/base/inventory/kustomization.yaml'));
  assert.ok(withExtra.has('infra/k8s/base/inventory/network-policy.yaml'));
  assert.ok(withExtra.has('services/inventory/src/main.ts'));
  assert.ok(withExtra.has('services/inventory/src/migrate.ts'));
});

test('a new service has all that another one has in the compose file', () => {
  const compose = parse(withExtra.get('docker-compose.yml') ?? '', { merge: true });
  const copied = JSON.parse(
    JSON.stringify(compose.services.notifications)
      .replaceAll('notifications', 'inventory')
      .replaceAll('NOTIFICATIONS', 'INVENTORY'),
  );
  assert.deepEqual(compose.services.inventory, copied);
  assert.equal(compose.services.gateway.environment.INVENTORY_URL, 'http://inventory:4006');
  assert.ok(compose.services['mongo-setup'].environment.MONGO_INVENTORY_PASSWORD);
});

test('a service without events scales by CPU only and has no alert on its backlog', () => {
  const silent = generateFromServices([...services, { ...inventory, consumesEvents: false }]);
  const text = (file: string) => silent.get(`infra/k8s/components/${file}`) ?? '';
  assert.doesNotMatch(text('keda/scaled-objects.yaml'), /inventory/);
  assert.doesNotMatch(text('keda/kustomization.yaml'), /inventory/);
  const { groups } = parse(text('monitoring/rules.yaml')).spec;
  const rules: { alert: string; expr: string }[] = groups.flatMap(
    (group: { rules: unknown[] }) => group.rules,
  );
  const namesExtra = (alert: string) =>
    rules.find((rule) => rule.alert === alert)?.expr.includes('inventory');
  assert.deepEqual(['BrokerUnreachable', 'DatabaseUnreachable', 'ServiceDown'].map(namesExtra), [
    false,
    true,
    true,
  ]);
});

test('every setting in services.json is one that the service reads', async () => {
  for (const { name, settings, generatedSecrets, secrets, requiredSettings } of services) {
    const own = await import(`../../services/${name}/src/config.ts`);
    const known = new Set([
      ...Object.keys(commonSettings.shape),
      ...Object.keys(own.settings.shape.shape),
    ]);
    const given = [
      ...Object.values(settings).flatMap((group) => Object.keys(group)),
      ...Object.keys(generatedSecrets),
      ...secrets,
      ...requiredSettings,
    ];
    assert.deepEqual(
      given.filter((setting) => !known.has(setting)),
      [],
      name,
    );
  }
});

test('with real external systems, domains asks the resolver of the compose file by its port', () => {
  const real = parse(withExtra.get('infra/docker/compose.real.yml') ?? '');
  const { DNS_RESOLVERS: resolvers } = real.services.domains.environment;
  const [, host = '', port] = /:-([a-z]+):(\d+)#trusted,/.exec(resolvers) ?? [];
  assert.ok(real.services[host]);
  const folder = join(root, real.services[host].build);
  assert.match(
    readFileSync(join(folder, 'unbound.conf'), 'utf8'),
    new RegExp(`port: ${port}$`, 'm'),
  );
});

const overlay = (lines: readonly string[]) =>
  [
    'images:',
    '  # generated from services.json: images',
    ...lines,
    '  # end of images',
    'patches:',
    '  # generated from services.json: settings of all components',
    '  # end of settings of all components',
    '',
  ].join('\n');

test('registry and tag of an overlay’s images stay, and a new image is like the first', () => {
  const images = ['identity', 'gateway', 'web', 'former'].map(
    (name) =>
      `  - { name: localhost/nameloan/${name}, newName: registry.mine/nameloan/${name}, newTag: "9" }`,
  );
  const blocks = overlayBlocks(false)([services[0] as Service, inventory]);
  const tagged = images.map((line) => line.replace(/(gateway, newTag: )"9"/, '$1"10"'));
  const text = replaceBlocks(overlay(tagged), blocks);
  assert.deepEqual(
    parse(text).images.map(
      (one: { newName: string; newTag: string }) => `${one.newName}:${one.newTag}`,
    ),
    ['identity', 'inventory', 'gateway', 'web'].map(
      (name) => `registry.mine/nameloan/${name}:${name === 'gateway' ? 10 : 9}`,
    ),
  );
});

test('a missing, unknown or unclosed block is an error', () => {
  const blocks = overlayBlocks(false)(services);
  const text = overlay(['  - { name: localhost/nameloan/identity, newTag: local }']);
  assert.throws(() => replaceBlocks('images: []', blocks), /"images", "settings.*" is missing/);
  assert.throws(() => replaceBlocks(text.replaceAll('images\n', 'other\n'), blocks), /"other"/);
  assert.throws(
    () => replaceBlocks(text.replace('end of images', ''), blocks),
    /"images" has no end/,
  );
});

test('a scalar in YAML reads as the text that was written', () => {
  for (const text of [
    '7000',
    '',
    'on',
    'a: b',
    'a #b',
    'smtp://sandbox:2500',
    '$'.concat('{A:?Say so, now.}'),
    'x"y',
    '- a',
  ])
    assert.equal(parse(`key: ${toScalar(text)}`, { version: '1.1' }).key, text);
});
