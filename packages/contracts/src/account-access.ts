/** Errors of actions that an account may not do yet. */

import { DomainError } from './errors.ts';

export const emailNotVerified = (): DomainError =>
  new DomainError(
    'EMAIL_NOT_VERIFIED',
    'Verify your e-mail address first: open the link that we mailed to you.',
  );
