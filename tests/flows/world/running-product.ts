/** A product that runs already, elsewhere, reached by its addresses: in containers, on a cluster. Others may have used it before. */

import { randomBytes } from 'node:crypto';
import { World } from './world.ts';

export interface Addresses {
  /** The public door. */
  url: string;
  sandboxUrl: string;
  /** Internal doors that the journeys ask, by name of the service; the central loan asks payments. */
  parts: Record<string, string>;
  internalSecret: string;
}

/** A world in which nothing is started or stopped. Its sandbox's registry answers by hand from now on. */
export async function joinProduct({ internalSecret, ...at }: Addresses): Promise<World> {
  const world = new World({
    ...at,
    // Nobody looks into its database from here.
    store: { mongoUrl: '', databasePrefix: '', internalSecret },
    processes: [],
    tag: `${randomBytes(4).toString('hex')}.`,
    clean: () => undefined,
  });
  await world.outside.set({ autoApproveSeconds: null });
  return world;
}
