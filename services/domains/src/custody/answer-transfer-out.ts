/** Job that rejects another registrar's request for a name in custody, where the name does not show that there is one. */

import type { Job } from '@nameloan/persistence/jobs';
import { domains } from '../domain/domain.model.ts';
import { inCustody, isLeaving } from '../domain/domain.ts';
import { raiseAlert, requestAlert } from '../operator-alerts.ts';
import { EppRejectedError } from '../registrar/registrar-errors.ts';
import { registrarOf } from '../registrars.ts';
import { isInconclusive } from '../registry.ts';
import { recordRejectedRequest } from '../transfer-rejection/record-rejection.ts';

/** Without a pending request it changes nothing. */
export async function answerTransferOut(job: Job): Promise<void> {
  const domain = await domains.find(job.key);
  if (!domain?.active || !inCustody(domain) || isLeaving(domain)) return;
  try {
    await registrarOf(domain).transferReject(domain.name);
    // Only now is it certain that there was a request.
    await recordRejectedRequest(domain.name);
  } catch (error) {
    if (!(error instanceof EppRejectedError) || isInconclusive(error)) throw error;
    if (error.code === 'NOT_PENDING') return;
    await raiseAlert(requestAlert(domain.id, domain.name));
  }
}
