/** The base of each service in infra/k8s: its settings and its way to external systems. */

import type { Service } from './services.ts';
import { toScalar } from './yaml-text.ts';

const header = '# Generated from services.json by npm run generate:infra.';
const privateNetworks = '[10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16]';

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

/** File name → content. */
export function baseFiles(service: Service): Record<string, string> {
  return {
    'kustomization.yaml': kustomization(service),
    ...(service.egress
      ? { 'network-policy.yaml': networkPolicy(service.name, service.egress) }
      : {}),
  };
}

function kustomization({ name, egress, secrets, requiredSettings, settings }: Service): string {
  const keys = ['MONGODB_URL', 'INTERNAL_SECRET', 'the NATS login', ...secrets].join(', ');
  const overlay =
    requiredSettings.length > 0 ? `; there or from an overlay: ${requiredSettings.join(', ')}` : '';
  const literals = Object.entries({ LOG_LEVEL: 'info', ...settings.kubernetes }).map(
    ([setting, value]) => {
      const literal = `${setting}=${value}`;
      return literal.includes(',') ? JSON.stringify(literal) : toScalar(literal);
    },
  );
  return text([
    header,
    `# Requires in Secret ${name}: ${keys}${overlay}.`,
    'apiVersion: kustomize.config.k8s.io/v1beta1',
    'kind: Kustomization',
    'namespace: nameloan',
    'components: [../../components/service, ../../components/broker]',
    ...(egress ? ['resources: [network-policy.yaml]'] : []),
    'configMapGenerator:',
    `  - name: ${name}`,
    `    literals: [${literals.join(', ')}]`,
  ]);
}

function networkPolicy(name: string, { to, ports }: NonNullable<Service['egress']>): string {
  const allowed = ports.map((one) => {
    const [port, protocol] = one.split('/');
    return protocol ? `{ port: ${port}, protocol: ${protocol} }` : `{ port: ${port} }`;
  });
  return text([
    header,
    `# Allows ${to}.`,
    'apiVersion: networking.k8s.io/v1',
    'kind: NetworkPolicy',
    'metadata:',
    `  name: ${name}-egress`,
    `  labels: { app.kubernetes.io/name: ${name} }`,
    'spec:',
    '  podSelector:',
    `    matchLabels: { app.kubernetes.io/name: ${name} }`,
    '  policyTypes: [Egress]',
    '  egress:',
    `    - to: [{ ipBlock: { cidr: 0.0.0.0/0, except: ${privateNetworks} } }]`,
    `      ports: [${allowed.join(', ')}]`,
  ]);
}

/** One per service that consumes events; components/keda/kustomization.yaml adds the common fields. */
export function scaledObjects(services: readonly Service[]): string {
  const items = services
    .filter(({ consumesEvents }) => consumesEvents)
    .flatMap(({ name }) => [
      '  - apiVersion: keda.sh/v1alpha1',
      '    kind: ScaledObject',
      `    metadata: { name: ${name}, labels: { app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: nameloan } }`,
      '    spec:',
      `      scaleTargetRef: { name: ${name} }`,
      `      advanced: { horizontalPodAutoscalerConfig: { name: ${name} } }`,
      '      triggers:',
      '        - type: prometheus',
      `          metadata: { query: 'max(nameloan_consumer_lag{namespace="nameloan",service="${name}"})' }`,
    ]);
  return text([
    header,
    '# One per service that consumes events; kustomization.yaml adds the common fields.',
    'apiVersion: v1',
    'kind: List',
    'items:',
    ...items,
  ]);
}
