/** The five services and the gateway in this process, on one bus. */

import type { ServiceName } from '@nameloan/contracts/platform.ts';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import { domainsService } from '@nameloan/domains/service.ts';
import { gatewaySettings } from '@nameloan/gateway/config.ts';
import { startGateway } from '@nameloan/gateway/server.ts';
import { identityService } from '@nameloan/identity/service.ts';
import { lendingService } from '@nameloan/lending/service.ts';
import { notificationsService } from '@nameloan/notifications/service.ts';
import { paymentsService } from '@nameloan/payments/service.ts';
import type { Bus } from '@nameloan/service/bus/bus.ts';
import { LocalBus } from '@nameloan/service/bus/local-bus.ts';
import { NatsBus } from '@nameloan/service/bus/nats-bus.ts';
import { readNatsAccess } from '@nameloan/service/bus/nats-settings.ts';
import { commonSettings } from '@nameloan/service/common-settings.ts';
import { Keyring } from '@nameloan/service/keyring.ts';
import { createLog } from '@nameloan/service/log.ts';
import { openMetrics } from '@nameloan/service/metrics.ts';
import type { RunningService, ServiceDefinition } from '@nameloan/service/service.ts';
import { startService } from '@nameloan/service/service.ts';
import type { Environment } from '@nameloan/service/settings.ts';
import { readSettings, SettingsError } from '@nameloan/service/settings.ts';
import { connectDatabase } from '@nameloan/service/store/connect-database.ts';
import { startTracing } from '@nameloan/service/trace.ts';
import type { Connection } from 'mongoose';

/** `detail`: what the developers' page shows; addresses of internal endpoints stay private. */
const services: Record<ServiceName, { service: ServiceDefinition; detail: string }> = {
  identity: { service: identityService, detail: 'accounts, sessions, keys' },
  domains: { service: domainsService, detail: 'proof, custody, registrar' },
  lending: { service: lendingService, detail: 'listings, offers, escrow, contract' },
  payments: { service: paymentsService, detail: 'ledger, holds, deposits' },
  notifications: { service: notificationsService, detail: 'list, live, mail' },
};

export const allServices = serviceNames.map((name) => services[name].service);

const described = [
  ...serviceNames.map((name) => ({ name, detail: services[name].detail })),
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

const withoutPassword = (urls: string) => urls.replace(/\/\/[^@/]*@/g, '//');

export async function startProduct(options: {
  environment: Environment;
  gateway: Environment;
  natsUrl: string | undefined;
  /** What the page for developers says of engines and sandbox. */
  about: { engines: { name: string; detail: string }[]; sandboxUrl: string | undefined };
}): Promise<Product> {
  const { natsUrl } = options;
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
  const local = new LocalBus({ hold: true });
  const bus: Bus = natsUrl
    ? await NatsBus.connect({
        url: natsUrl,
        ...access,
        log,
        name: 'nameloan',
        stream: 'NAMELOAN',
        roots: serviceNames,
        onWaiting: (reason) =>
          process.stderr.write(
            `NATS_URL ${withoutPassword(natsUrl)} does not answer yet (${reason}); trying for up to a minute.\n`,
          ),
      })
    : local;
  const { INTERNAL_SECRET, INTERNAL_SECRET_ALSO } = readSettings(commonSettings, environment);
  const keyring = new Keyring(INTERNAL_SECRET, INTERNAL_SECRET_ALSO);
  const metrics = await openMetrics(readSettings(commonSettings, environment));
  const services: RunningService[] = [];
  let line: Connection | undefined;
  try {
    line = await connectDatabase(common.MONGODB_URL, { services: allServices.length });
    const shared = { bus, keyring, connection: line };
    services.push(
      ...(await Promise.all(allServices.map((one) => startService(one, environment, shared)))),
    );
  } catch (error) {
    await bus.close().catch(() => undefined);
    await line?.close().catch(() => undefined);
    throw error;
  }
  // Every reader is there now, so nothing that an outbox still holds is missed.
  local.open();
  await Promise.all(services.map((one) => one.begin()));
  const serviceUrls = Object.fromEntries(services.map((one) => [one.name, one.url]));
  const urls = Object.fromEntries(
    services.map((one) => [`${one.name.toUpperCase()}_URL`, one.url]),
  );
  const gateway = await startGateway(
    readSettings(gatewaySettings.shape, { ...options.environment, ...urls, ...options.gateway }),
    {
      bus,
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
      await bus.close();
      await line.close();
      await metrics.close();
      await stopTracing();
    },
  };
}
