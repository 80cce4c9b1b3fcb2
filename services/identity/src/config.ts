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
  ACCOUNT_RULES: z.enum(['strict', 'trial'], 'neither strict nor trial').default('strict').meta({
    description:
      '`trial` accepts the commonest passwords and staff words in names, with a warning in the log, and lets unverified accounts act. `strict` deletes them after seven days if they were never used.',
    shownDefault: '`trial` with the sandbox, otherwise `strict`',
  }),
}).withSandboxDefaults({ ACCOUNT_RULES: 'trial' });

/** Environment of the operator command. */
export const commandEnvironment = () => process.env;
