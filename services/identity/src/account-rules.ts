/** Rules that `ACCOUNT_RULES=trial` relaxes, so that a trial accepts any simple account. */

import { settings } from './config.ts';
import { serviceContext } from './service-context.ts';

/** The validation error in `strict`; in `trial` the input is accepted with a warning in the log, without its value. */
export function rejectInStrict(error: string | undefined): string | undefined {
  if (error === undefined || settings.value.ACCOUNT_RULES === 'strict') return error;
  serviceContext.log.warn({ rule: error }, 'accepted only because ACCOUNT_RULES is trial');
  return undefined;
}
