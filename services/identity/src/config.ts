/** Settings of the identity service. */

import { defineSettings } from '@nameloan/runtime/settings';
import { z } from 'zod';

export const settings = defineSettings({
  KEY_ROTATION_DAYS: z.coerce
    .number()
    .min(1)
    .max(365)
    .default(30)
    .describe('Days of wall time for which a key signs access tokens.'),
});

/** Environment of the operator command. */
export const commandEnvironment = () => process.env;
