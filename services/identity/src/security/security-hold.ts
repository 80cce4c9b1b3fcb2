/** For 24 hours after a change of password, e-mail or MFA, payees stay as they are: it may have been a thief's. Pure. */

import { DomainError } from '@nameloan/contracts/errors';

/** 24 hours of account time (docs/product-rules.md, Payees). */
const securityHoldMs = 24 * 3_600_000;

interface Secured {
  securityChangedAt?: Date | null;
}

/** CONFLICT with SECURITY_CHANGED_RECENTLY and the end of the hold. */
export function assertSecurityUnchanged({ securityChangedAt }: Secured, at: Date): void {
  if (!securityChangedAt) return;
  const availableAt = new Date(securityChangedAt.getTime() + securityHoldMs);
  if (availableAt <= at) return;
  throw new DomainError(
    'CONFLICT',
    'Your password, email or MFA was changed less than a day ago. Payees stay as they are until a day has passed.',
    { reason: 'SECURITY_CHANGED_RECENTLY', availableAt: availableAt.toISOString() },
  );
}
