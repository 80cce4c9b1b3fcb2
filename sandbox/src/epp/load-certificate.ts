/** Loads the registry's certificate authority and certificate (RFC 5280), which are created once and stored. */

import type { Store } from '../store.ts';
import type { Certificate } from './make-certificate.ts';

const storeKey = 'eppCertificate';

/** Returns the stored certificate or creates it. TLS uses wall time. */
export async function loadCertificate(store: Store): Promise<Certificate> {
  const stored = store.table('values').get(storeKey) as Certificate | undefined;
  if (stored) return stored;
  // Loaded on demand: a data folder needs the library only once.
  const { makeCertificate } = await import('./make-certificate.ts');
  const created = await makeCertificate();
  store.commit(['values', storeKey, created]);
  return created;
}
