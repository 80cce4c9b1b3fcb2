/** The services in docker-compose.yml, its two additional files, Prometheus' targets and the setup of MongoDB. */

import { brokerUsers } from '@nameloan/messaging/nats/broker-users';
import type { Blocks } from './blocks.ts';
import { brokerPasswordOf } from './broker-config.ts';
import type { Service } from './services.ts';
import { indent, toLines } from './yaml-text.ts';

const required = (secret: string) => `\${${secret}:?Secrets are missing. Run npm run env first.}`;
const passwordOf = (name: string) => `MONGO_${name.toUpperCase()}_PASSWORD`;

const join = (groups: readonly string[][]) =>
  groups.flatMap((lines, index) => (index > 0 ? ['', ...lines] : lines));

export const composeBlocks = (services: readonly Service[]): Blocks => ({
  'service addresses': () =>
    services.map(({ name, port }) => `${name.toUpperCase()}_URL: http://${name}:${port}`),
  services: () => join(services.map(composeService)),
  "passwords of the broker's users": () =>
    brokerUsers({ services }).map(
      ({ name }) => `${brokerPasswordOf(name)}: ${required(brokerPasswordOf(name))}`,
    ),
  'passwords of the services': () =>
    services.map(({ name }) => `${passwordOf(name)}: ${required(passwordOf(name))}`),
});

function composeService({ name, settings, generatedSecrets }: Service): string[] {
  const given = Object.entries({ ...settings.sandbox, ...settings.compose });
  const environment = Object.fromEntries(
    given.filter((entry): entry is [string, string] => entry[1] !== null),
  );
  for (const [setting, secret] of Object.entries(generatedSecrets))
    environment[setting] ??= required(secret);
  const login = `${name}:${required(passwordOf(name))}`;
  return [
    `${name}:`,
    '  <<: *component',
    `  image: \${IMAGES:-localhost/nameloan}/${name}:\${TAG:-local}`,
    `  build: { context: ., dockerfile: infra/docker/Dockerfile, target: ${name} }`,
    '  environment:',
    '    <<: *service',
    `    NATS_USER: ${name}`,
    `    NATS_PASSWORD: ${required(brokerPasswordOf(name))}`,
    `    MONGODB_URL: mongodb://${login}@mongo:27017/?replicaSet=rs0&authSource=admin`,
    ...indent(4, toLines(environment)),
    '  depends_on: *service-depends',
  ];
}

/** Real external systems instead of the sandbox. */
export const realBlocks = (services: readonly Service[]): Blocks => ({
  services: () =>
    services.flatMap(({ name, settings }) => [
      `${name}:`,
      '  environment:',
      ...indent(4, toLines({ NAMELOAN_SANDBOX: 'off', ...settings.composeReal })),
      '  depends_on: { sandbox: { condition: service_healthy, required: false } }',
    ]),
});

/** The embedded database instead of MongoDB. */
export const trialBlocks = (services: readonly Service[]): Blocks => ({
  services: () =>
    services.flatMap(({ name }) => [
      `${name}:`,
      '  environment: { MONGODB_URL: "mongodb://mongo:27017/?directConnection=true" }',
    ]),
});

export const prometheusBlocks = (services: readonly Service[]): Blocks => ({
  'scraped components': () => [
    `- names: [${[...services.map(({ name }) => name), 'gateway', 'web'].join(', ')}]`,
  ],
});

export const mongoSetupBlocks = (services: readonly Service[]): Blocks => ({
  services: () => [`const services = [${services.map(({ name }) => `'${name}'`).join(', ')}];`],
});
