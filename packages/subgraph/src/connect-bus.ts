/** Connects the bus of a service that runs as a separate process. */

import { serviceNames } from '@nameloan/contracts/platform';
import type { Bus } from '@nameloan/messaging/bus';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { readNatsAccess } from '@nameloan/messaging/nats/nats-settings';
import type { Log } from '@nameloan/runtime/log';
import type { CommonSettings } from './common-settings.ts';

/** Throws SettingsError, or BusUnavailable if the broker does not answer within a minute. */
export function connectBus(name: string, common: CommonSettings, log: Log): Promise<Bus> {
  return NatsBus.connect({
    url: common.NATS_URL ?? '',
    ...readNatsAccess(common),
    log,
    name,
    stream: common.NATS_STREAM,
    roots: serviceNames,
    onWaiting: (reason) => log.warn({ reason }, 'NATS_URL does not answer yet'),
  });
}
