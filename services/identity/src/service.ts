/** Identity's tables of doors. */

import type { ServiceDefinition } from '@nameloan/service/service.ts';
import { openAttempts } from './attempt/attempts.ts';
import { clock } from './clock.ts';
import { settings } from './config.ts';
import { events } from './events.ts';
import { people } from './graphql.ts';
import { kit } from './kit.ts';
import { prepareDummyHash } from './password/hash-password.ts';
import { routes } from './routes.ts';
import { sealed } from './sealed.ts';
import { endBeat, startBeat } from './session/tell-endings.ts';
import { signingKeys } from './signing-key/signing-keys.ts';

export const identityService: ServiceDefinition = {
  kit,
  folder: import.meta.dirname,
  settings,
  people,
  events,
  clock,
  routes,
  sealed,
  prepare: async () => {
    openAttempts();
    await Promise.all([signingKeys.open(), prepareDummyHash()]);
    startBeat();
  },
  release: async () => endBeat(),
};
