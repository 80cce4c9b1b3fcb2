/** Starts the web app's server as a separate process. */

import { endOnSignal } from '@nameloan/runtime/end-on-signal';
import { openMetrics } from '@nameloan/runtime/metrics';
import { SettingsError } from '@nameloan/runtime/settings';
import { readEnvironment, webSettings } from './config.ts';
import { startWeb } from './server.ts';

const onSignal = endOnSignal();
try {
  webSettings.read(readEnvironment());
  const metrics = await openMetrics(webSettings.value);
  const web = await startWeb(webSettings.value);
  onSignal({
    graceSeconds: webSettings.value.DRAIN_GRACE_SECONDS,
    leave: () => web.leave(),
    stop: async () => {
      await web.stop();
      await metrics.close();
    },
  });
  process.stdout.write(`${JSON.stringify({ ready: 'web', url: web.url, metrics: metrics.url })}\n`);
} catch (error) {
  const text = error instanceof SettingsError ? error.message : String((error as Error).stack);
  process.stderr.write(`web cannot start:\n${text}\n`);
  process.exit(1);
}
