/** Validates a new password of a registration, a reset or the profile. */

import { rejectInStrict } from '../account-rules.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { PasswordOwner } from './password.ts';
import { foldPassword, validatePassword } from './password.ts';

/** The validation error, or undefined if it is valid. */
export function checkNewPassword(password: string, owner: PasswordOwner): string | undefined {
  const error = validatePassword(password, owner);
  if (error !== undefined || !isCommonPassword(foldPassword(password))) return error;
  return rejectInStrict('This password is one of the commonest. Choose another one.');
}
