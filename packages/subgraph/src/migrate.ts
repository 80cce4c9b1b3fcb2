/** The migration step of a service: prepares database and broker for a release while the former one still runs. */

import type { BrokerCheck } from '@nameloan/messaging/nats/ensure-stream';
import { readNatsAccess } from '@nameloan/messaging/nats/nats-settings';
import { prepareBroker } from '@nameloan/messaging/nats/prepare-broker';
import type { Environment } from '@nameloan/runtime/settings';
import { readSettings, SettingsError } from '@nameloan/runtime/settings';
import type { CommonSettings } from './common-settings.ts';
import { commonSettings } from './common-settings.ts';
import type { ServiceDefinition } from './service.ts';

/**
 * Creates and changes collections and indexes and, if NATS_URL is set, stream and durable. Idempotent and safe while
 * replicas of either release run. `narrow` removes from the durable what this release does not read: use it only once
 * no replica of the former release runs. Resolves to sentences. Throws SettingsError and BusUnavailable.
 */
export async function migrateService(
  { context, events }: ServiceDefinition,
  environment: Environment,
  { narrow }: { narrow: boolean },
): Promise<BrokerCheck> {
  const common: CommonSettings = readSettings(commonSettings, environment);
  const access = readNatsAccess(common);
  const { NATS_URL: url, NATS_STREAM: stream } = common;
  if (narrow && !url) throw new SettingsError(['NATS_URL is required for --narrow.']);
  const done: string[] = [];
  await context.store.open({
    mongoUrl: common.MONGODB_URL,
    database: `${common.DATABASE_PREFIX}${context.name}`,
    schema: { mode: 'change', report: (sentence) => done.push(sentence) },
  });
  await context.store.close();
  if (!url) return { changes: done, problems: [] };
  const durable = { name: context.name, subjects: Object.keys(events), narrow };
  const name = `${context.name} migration`;
  const { changes, problems } = await prepareBroker({ url, ...access, name, stream }, durable);
  return { changes: [...done, ...changes], problems };
}
