/** Rules for a new password and its confirmation. */

import * as z from 'zod/mini';

/** The server validates the rest. */
export const passwordHint = '8 to 128 characters. Not your name or email.';

/** Reported together with other errors. */
export const matchesConfirmation = (name: string): z.core.$ZodCheck<Record<string, string>> =>
  z.refine<Record<string, string>>((values) => values[name] === values.confirmation, {
    error: "Passwords don't match",
    path: ['confirmation'],
  });
