/** Connects the bus of a service that runs as a separate process. */

import { serviceNames } from '@nameloan/contracts/platform.ts';
import type { CommonSettings } from '../common-settings.ts';
import type { Log } from '../log.ts';
import type { Bus } from './bus.ts';
import { NatsBus } from './nats-bus.ts';
import { readNatsAccess } from './nats-settings.ts';

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
