/** The five services and the gateway in this process. */

import { serviceNames } from '@nameloan/contracts/platform';
import { gatewaySettings } from '@nameloan/gateway/config';
import { startGateway } from '@nameloan/gateway/server';
import { readNatsAccess } from '@nameloan/messaging/nats/nats-settings';
import { connectDatabase } from '@nameloan/persistence/connect-database';
import { createLog } from '@nameloan/runtime/log';
import { openMetrics } from '@nameloan/runtime/metrics';
import type { Environment } from '@nameloan/runtime/settings';
import { readSettings, SettingsError } from '@nameloan/runtime/settings';
import { startTracing } from '@nameloan/runtime/trace';
import { Keyring } from '@nameloan/security/keyring';
import { commonSettings } from '@nameloan/subgraph/common-settings';
import type { RunningService, ServiceDefinition } from '@nameloan/subgraph/service';
import { startService } from '@nameloan/subgraph/service';
import type { Connection } from 'mongoose';
import { services as definitions } from './all-services.ts';
import type { Broker } from './connect-buses.ts';
import { connectBuses } from './connect-buses.ts';

export const allServices: readonly ServiceDefinition[] = serviceNames.map(
  (name) => definitions[name].service,
);

const described = [
  ...serviceNames.map((name) => ({ name, detail: definitions[name].detail })),
  { name: 'gateway', detail: 'REST, GraphQL, subscriptions' },
];

export interface Product {
  url: string;
  /** Internal URLs by service. */
  serviceUrls: Record<string, string>;
  /** URL of this process's metrics. */
  metricsUrl: string;
  stop(): Promise<void>;
}

/** Reads the settings of every service, so that all errors are reported at once. Throws SettingsError. */
function checkSettings(environment: Environment, gateway: Environment): void {
  const faults = new Set<string>();
  const collect = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const line of error.message.split('\n')) faults.add(line);
    }
  };
  collect(() =>
    readNatsAccess(readSettings(commonSettings, { ...environment, PORT: '0', HOST: undefined })),
  );
  for (const one of allServices) collect(() => one.settings?.read(environment));
  collect(() => readSettings(gatewaySettings.shape, { ...environment, ...gateway }));
  if (environment.NAMELOAN_SANDBOX === 'off' && !environment.SMTP_URL && !environment.SMTP_HOST)
    faults.add('SMTP_URL or SMTP_HOST is required while NAMELOAN_SANDBOX is off.');
  if (faults.size > 0) throw new SettingsError([...faults]);
}

export async function startProduct(options: {
  environment: Environment;
  gateway: Environment;
  /** Undefined for the bus inside this process. */
  broker: Broker | undefined;
  /** What the page for developers says of engines and sandbox. */
  about: { engines: { name: string; detail: string }[]; sandboxUrl: string | undefined };
}): Promise<Product> {
  checkSettings(options.environment, options.gateway);
  // The services share a process; each internal endpoint gets a free port.
  const environment = { ...options.environment, PORT: '0', HOST: '127.0.0.1' };
  const common = readSettings(commonSettings, environment);
  const { OTEL_EXPORTER_OTLP_ENDPOINT, LOG_LEVEL } = common;
  const access = readNatsAccess(common);
  const log = createLog('nameloan', LOG_LEVEL);
  const stopTracing = await startTracing({
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    name: 'nameloan',
    log,
  });
  const buses = await connectBuses(options.broker, { ...access, log });
  const { INTERNAL_SECRET, INTERNAL_SECRET_ALSO } = readSettings(commonSettings, environment);
  const keyring = new Keyring(INTERNAL_SECRET, INTERNAL_SECRET_ALSO);
  const metrics = await openMetrics(readSettings(commonSettings, environment));
  const services: RunningService[] = [];
  let line: Connection | undefined;
  try {
    line = await connectDatabase(common.MONGODB_URL, { services: allServices.length });
    const shared = { keyring, connection: line };
    const start = (one: ServiceDefinition) =>
      startService(one, environment, { ...shared, bus: buses.of(one.context.name) });
    services.push(...(await Promise.all(allServices.map(start))));
  } catch (error) {
    await buses.close().catch(() => undefined);
    await line?.close().catch(() => undefined);
    throw error;
  }
  // Every reader is there now, so nothing that an outbox still holds is missed.
  buses.open();
  await Promise.all(services.map((one) => one.begin()));
  const serviceUrls = Object.fromEntries(services.map((one) => [one.name, one.url]));
  const urls = Object.fromEntries(
    services.map((one) => [`${one.name.toUpperCase()}_URL`, one.url]),
  );
  const gateway = await startGateway(
    readSettings(gatewaySettings.shape, { ...options.environment, ...urls, ...options.gateway }),
    {
      bus: buses.of('gateway'),
      keyring,
      about: {
        components: [...described, ...options.about.engines],
        sandboxUrl: options.about.sandboxUrl,
      },
    },
  );
  return {
    url: gateway.url,
    serviceUrls,
    metricsUrl: metrics.url,
    stop: async () => {
      await gateway.stop();
      await Promise.all(services.map((one) => one.stop()));
      await buses.close();
      await line.close();
      await metrics.close();
      await stopTracing();
    },
  };
}
