/** Connects to a product that runs elsewhere, in containers or on a cluster, and may have been used before. */

import { randomBytes } from 'node:crypto';
import { TestEnvironment } from './test-environment.ts';

export interface Addresses {
  /** The public URL. */
  url: string;
  sandboxUrl: string;
  /** Internal URLs that the journeys call, by service; the central loan calls payments. */
  serviceUrls: Record<string, string>;
  internalSecret: string;
}

/** Creates an environment that starts and stops nothing. Sets the sandbox's registry to manual approval. */
export async function joinProduct({ internalSecret, ...at }: Addresses): Promise<TestEnvironment> {
  const environment = new TestEnvironment({
    ...at,
    // The database is not accessed from here.
    store: { mongoUrl: '', databasePrefix: '', internalSecret },
    processes: [],
    tag: `${randomBytes(4).toString('hex')}.`,
    clean: () => undefined,
  });
  await environment.sandbox.updateSettings({ autoApproveSeconds: null });
  return environment;
}
