/** Validation rules for texts that both parties read. */

import * as z from 'zod/mini';

const hasMaxLength = (length: number) =>
  z.maxLength(length, `At most ${new Intl.NumberFormat().format(length)} characters`);

export const reasonRule = () =>
  z.string().check(z.trim(), z.minLength(1, 'Enter the reason'), hasMaxLength(1_000));

export const optionalTextUpTo = (length: number) =>
  z.string().check(z.trim(), hasMaxLength(length));
