/** A container's own look at itself: asks the part's /healthz, which never depends on others. No shell, no curl. */

import { readPort } from './config.ts';

try {
  const response = await fetch(`http://127.0.0.1:${readPort()}/healthz`, {
    signal: AbortSignal.timeout(4000),
  });
  process.exit(response.ok ? 0 : 1);
} catch {
  process.exit(1);
}
