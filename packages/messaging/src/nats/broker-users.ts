/**
 * The users of the broker and what each may publish and subscribe to: one per service, one for the gateway and one for
 * migrations. docs/decisions/0113 says why only identity changes stream and durables.
 */

import { endedSessionsTopic } from '@nameloan/contracts/ended-sessions';
import { serviceNames, serviceSignals } from '@nameloan/contracts/platform';
import type { RequestName } from '@nameloan/contracts/requests';
import { requesters } from '@nameloan/contracts/requests';
import { liveTopic, replicasTopic } from '@nameloan/contracts/topics';
import { backfillNames } from './backfill-durable.ts';
import { brokerKeeper, changeSubject, inboxPrefix } from './broker-change.ts';
import { limitsBucket } from './limits-bucket.ts';

export const gatewayUser = 'gateway';
/** Prepares the broker ahead of a release, and serves operators: it may use the whole JetStream API, and nothing else. */
export const migrationUser = 'migrate';

export interface BrokerUser {
  name: string;
  publish: string[];
  subscribe: string[];
  /** Whether it may reply to requests that it received. */
  replies: boolean;
}

export interface BrokerUserOptions {
  stream?: string;
  services?: readonly { name: string; signals: readonly string[] }[];
  /** Request → the services that may send it. */
  requests?: Readonly<Record<string, readonly string[]>>;
}

const ownServices = serviceNames.map((name) => ({ name, signals: serviceSignals[name] }));

/** In the order of the services, then gateway and migration. */
export function brokerUsers({
  stream = 'NAMELOAN',
  services = ownServices,
  requests = requesters satisfies Record<RequestName, readonly string[]>,
}: BrokerUserOptions = {}): BrokerUser[] {
  return [
    ...services.map((service) => serviceUser(stream, service, requests)),
    gatewayPermissions(stream),
    migrationPermissions(),
  ];
}

function serviceUser(
  stream: string,
  { name, signals }: { name: string; signals: readonly string[] },
  requests: Readonly<Record<string, readonly string[]>>,
): BrokerUser {
  const sent = Object.keys(requests).filter((one) => requests[one]?.includes(name));
  const isKeeper = name === brokerKeeper;
  const answers = Object.keys(requests).some((one) => one.startsWith(`${name}.`));
  return {
    name,
    publish: [
      `${name}.>`,
      ...sent.map((one) => `ask.${one}`),
      ...signals.map((kind) => liveTopic(kind, '*')),
      replicasTopic(name),
      ...(isKeeper ? [endedSessionsTopic, ...keeperApi(stream)] : [changeSubject(name)]),
      `$JS.API.STREAM.INFO.${stream}`,
      `$JS.API.CONSUMER.NAMES.${stream}`,
      ...[name, ...backfillNames(name)].flatMap((durable) => readDurable(stream, durable)),
    ],
    subscribe: [
      inboxOf(name),
      `ask.${name}.>`,
      replicasTopic(name),
      ...(isKeeper ? [changeSubject('*')] : []),
    ],
    replies: answers || isKeeper,
  };
}

const inboxOf = (user: string) => `${inboxPrefix(user)}.>`;

/** Acknowledgements have a longer form since nats-server 2.14, in which domain and account come first. */
const readDurable = (stream: string, durable: string) => [
  `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
  `$JS.ACK.${stream}.${durable}.>`,
  `$JS.ACK.*.*.${stream}.${durable}.>`,
];

/** What creates and changes stream, durables and the bucket of the limits; nothing that deletes or purges a stream. */
const keeperApi = (stream: string) => [
  ...[stream, limitsBucket(stream).stream].flatMap((name) => [
    `$JS.API.STREAM.CREATE.${name}`,
    `$JS.API.STREAM.UPDATE.${name}`,
  ]),
  `$JS.API.STREAM.INFO.${limitsBucket(stream).stream}`,
  `$JS.API.STREAM.MSG.GET.${stream}`,
  `$JS.API.CONSUMER.CREATE.${stream}.>`,
  `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.>`,
  `$JS.API.CONSUMER.INFO.${stream}.*`,
  `$JS.API.CONSUMER.DELETE.${stream}.*`,
];

function gatewayPermissions(stream: string): BrokerUser {
  const bucket = limitsBucket(stream);
  return {
    name: gatewayUser,
    publish: [
      `gateways.${stream}`,
      changeSubject(gatewayUser),
      `$JS.API.STREAM.INFO.${stream}`,
      `$JS.API.STREAM.INFO.${bucket.stream}`,
      `$JS.API.STREAM.MSG.GET.${bucket.stream}`,
      `$KV.${bucket.name}.*`,
    ],
    subscribe: [
      inboxOf(gatewayUser),
      liveTopic('*', '>'),
      endedSessionsTopic,
      `gateways.${stream}`,
    ],
    replies: false,
  };
}

const migrationPermissions = (): BrokerUser => ({
  name: migrationUser,
  publish: ['$JS.API.>', '$JS.SNAPSHOT.>', '$JS.ACK.>'],
  subscribe: [inboxOf(migrationUser), '$JS.SNAPSHOT.>'],
  replies: false,
});

/** Longer than any deadline of a request. */
const replyExpires = '1m';

/**
 * The `authorization` block of a nats-server's configuration, in lines. `passwordOf` returns the password as the
 * configuration writes it: a variable, or a quoted string.
 */
export function renderBrokerUsers(
  users: readonly BrokerUser[],
  passwordOf: (user: string) => string,
): string[] {
  const list = (subjects: readonly string[]) =>
    `[${subjects.map((subject) => JSON.stringify(subject)).join(', ')}]`;
  return [
    'authorization {',
    '  users: [',
    ...users.flatMap(({ name, publish, subscribe, replies }) => [
      '    {',
      `      user: ${name}`,
      `      password: ${passwordOf(name)}`,
      '      permissions: {',
      `        publish: { allow: ${list(publish)} }`,
      `        subscribe: { allow: ${list(subscribe)} }`,
      ...(replies ? [`        allow_responses: { max: 1, expires: "${replyExpires}" }`] : []),
      '      }',
      '    }',
    ]),
    '  ]',
    '}',
  ];
}
