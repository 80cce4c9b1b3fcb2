/** Runs the gateway as a standalone process. */

import { serviceNames } from '@nameloan/contracts/platform';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { readNatsAccess } from '@nameloan/messaging/nats/nats-settings';
import { endOnSignal } from '@nameloan/runtime/end-on-signal';
import { createLog } from '@nameloan/runtime/log';
import { openMetrics } from '@nameloan/runtime/metrics';
import { SettingsError } from '@nameloan/runtime/settings';
import { startTracing } from '@nameloan/runtime/trace';
import { gatewaySettings, readEnvironment } from './config.ts';
import { startGateway } from './server.ts';

const onSignal = endOnSignal();
try {
  gatewaySettings.read(readEnvironment());
  const settings = gatewaySettings.value;
  if (!settings.NATS_URL) throw new SettingsError(['NATS_URL is required.']);
  const access = readNatsAccess(settings);
  const log = createLog('gateway', settings.LOG_LEVEL);
  const stopTracing = await startTracing({
    endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    name: 'gateway',
    log,
  });
  const bus = await NatsBus.connect({
    url: settings.NATS_URL,
    ...access,
    log,
    name: 'gateway',
    stream: settings.NATS_STREAM,
    roots: serviceNames,
    onWaiting: (reason) => process.stderr.write(`NATS_URL does not answer yet: ${reason}\n`),
  });
  const metrics = await openMetrics(settings);
  const gateway = await startGateway(settings, { bus, connection: bus.connection });
  onSignal({
    graceSeconds: settings.DRAIN_GRACE_SECONDS,
    leave: () => gateway.leave(),
    stop: async () => {
      await gateway.stop();
      await bus.close();
      await metrics.close();
      await stopTracing();
    },
  });
  process.stdout.write(
    `${JSON.stringify({ ready: 'gateway', url: gateway.url, metrics: metrics.url })}\n`,
  );
} catch (error) {
  const text = error instanceof SettingsError ? error.message : String((error as Error).stack);
  process.stderr.write(`gateway cannot start:\n${text}\n`);
  process.exit(1);
}
