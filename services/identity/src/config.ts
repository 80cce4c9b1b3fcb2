/** Settings of identity's own. */

import { defineSettings } from '@nameloan/service/settings.ts';
import { z } from 'zod';

export const settings = defineSettings({
  /** Days of wall time that a key signs access tokens before the next one takes over. */
  KEY_ROTATION_DAYS: z.coerce.number().min(1).max(365).default(30),
});

/** The environment as the operator command gets it; identity's only reader of it. */
export const commandEnvironment = () => process.env;
