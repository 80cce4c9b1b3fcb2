/** Validation rules for texts that both parties read. */

import * as z from 'zod/mini';
import { maxCharacters } from '../../../ui/form/rules.ts';

export const reasonRule = () =>
  z.string().check(z.trim(), z.minLength(1, 'Enter the reason'), maxCharacters(1_000));

export const optionalTextUpTo = (length: number) =>
  z.string().check(z.trim(), maxCharacters(length));
