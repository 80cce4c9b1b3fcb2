/** Sentences that both parties read: a reason that must be given, or may. */

import * as z from 'zod/mini';

const upTo = (length: number) =>
  z.maxLength(length, `At most ${new Intl.NumberFormat().format(length)} characters`);

export const reasonRule = () =>
  z.string().check(z.trim(), z.minLength(1, 'Give the reason'), upTo(1_000));

export const optionalTextUpTo = (length: number) => z.string().check(z.trim(), upTo(length));
