/** The lists of services in infra/k8s: what a patch applies to, and the images of an overlay. */

import type { Blocks } from './blocks.ts';
import type { Service } from './services.ts';
import { indent, toScalar } from './yaml-text.ts';

type ListBlocks = (services: readonly Service[]) => Blocks;

const names = (services: readonly Service[]) => services.map(({ name }) => name);
const consumers = (services: readonly Service[]) =>
  names(services.filter(({ consumesEvents }) => consumesEvents));
const target = (kind: string, list: readonly string[]) => [
  `- target: { kind: ${kind}, name: ${list.join('|')} }`,
];
const labelled = (list: readonly string[]) => [
  `- target: { kind: Deployment, labelSelector: "app.kubernetes.io/name in (${list.join(', ')})" }`,
];

export const allBaseBlocks: ListBlocks = (services) => ({
  components: () => {
    const folders = ['foundation', ...names(services), 'gateway', 'web', 'ingress'];
    return [`resources: [${folders.map((one) => `../${one}`).join(', ')}]`];
  },
});

export const gatewayBlocks: ListBlocks = (services) => ({
  'service addresses': () =>
    names(services).map((name) => `- ${name.toUpperCase()}_URL=http://${name}`),
});

export const externalEnginesBlocks: ListBlocks = (services) => ({
  'settings with NATS': () => target('ConfigMap', ['gateway', ...names(services)]),
  'deployments with engines': () => labelled(['gateway', ...names(services)]),
  'deployments of the services': () => labelled(names(services)),
});

export const kedaBlocks: ListBlocks = (services) => ({
  'services that consume events': () => target('HorizontalPodAutoscaler', consumers(services)),
});

export const sandboxBlocks: ListBlocks = (services) => ({
  'settings of all services': () => target('ConfigMap', names(services)),
  'settings of each service': () => services.flatMap(sandboxSettings),
});

function sandboxSettings({ name, settings: { sandbox } }: Service): string[] {
  if (Object.keys(sandbox).length === 0) return [];
  const data = Object.entries(sandbox).map(([setting, value]) => `${setting}: ${toScalar(value)}`);
  return [
    '- patch: |-',
    ...indent(4, [
      'apiVersion: v1',
      'kind: ConfigMap',
      `metadata: { name: ${name} }`,
      'data:',
      ...indent(2, data),
    ]),
  ];
}

export const sandboxPolicyBlocks: ListBlocks = (services) => ({
  'clients of the sandbox': () => {
    const list = ['gateway', ...names(services)].join(', ');
    return [`matchExpressions: [{ key: app.kubernetes.io/name, operator: In, values: [${list}] }]`];
  },
});

/** `withSandbox`: the overlay runs the sandbox's image too. */
export const overlayBlocks =
  (withSandbox: boolean): ListBlocks =>
  (services) => ({
    images: (current) =>
      keepLines(
        [...names(services), 'gateway', 'web', ...(withSandbox ? ['sandbox'] : [])],
        current,
      ),
    'settings of all components': () => target('ConfigMap', [...names(services), 'gateway', 'web']),
  });

/** A deployment edits registry and tag of its images, so existing lines stay; a new one is like the first. */
function keepLines(list: readonly string[], current: readonly string[]): string[] {
  const nameOf = (line: string) => /name: localhost\/nameloan\/([a-z]+)/.exec(line)?.[1];
  const [model = ''] = current;
  const pattern = new RegExp(`/${nameOf(model)}\\b`, 'g');
  return list.map(
    (name) => current.find((line) => nameOf(line) === name) ?? model.replace(pattern, `/${name}`),
  );
}
