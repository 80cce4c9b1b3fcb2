/** A password that is typed twice, for opening an account and for setting a new one. */

import * as z from 'zod/mini';

/** What the server asks of it besides is told by the server. */
export const passwordHint = '8 to 128 characters, and not your name or email.';

/** Told beside what else is wrong. */
export const matchesConfirmation = (name: string): z.core.$ZodCheck<Record<string, string>> =>
  z.refine<Record<string, string>>((answers) => answers[name] === answers.confirmation, {
    error: "Passwords don't match",
    path: ['confirmation'],
  });
