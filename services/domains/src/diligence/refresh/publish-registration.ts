/** Publishes the registration of a listed domain by its newest report. */

import type { Tx } from '@nameloan/persistence/tx';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { domainRef } from '../../domain/domain.ts';
import type { DiligenceRecord } from '../diligence.model.ts';
import { toRegistration } from '../registration.ts';

/** Idempotent: a listing gets the same registration once, so the daily refresh of unchanged names publishes nothing. */
export async function publishRegistration(
  domain: Domain,
  record: DiligenceRecord,
  tx: Tx,
): Promise<Domain> {
  const registration = toRegistration(record);
  if (domain.listingIds.length === 0 || !registration) return domain;
  const publishedRegistration = JSON.stringify(registration);
  if (domain.publishedRegistration === publishedRegistration) return domain;
  const updated = await domains.update(domain, { ...domain, publishedRegistration }, tx);
  const data = { ...domainRef(updated), registration };
  tx.emit('domains.domain.registration-reported', updated, data);
  return updated;
}
