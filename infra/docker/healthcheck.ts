/** The health check of a container: requests /healthz, which depends on no other component, without a shell or curl. */

import { readPort } from './config.ts';

try {
  const response = await fetch(`http://127.0.0.1:${readPort()}/healthz`, {
    signal: AbortSignal.timeout(4000),
  });
  process.exit(response.ok ? 0 : 1);
} catch {
  process.exit(1);
}
