/** The registry's own certificate authority and certificate (RFC 5280), made once and kept. */

import type { Store } from '../store.ts';
import type { Certificate } from './make-certificate.ts';

const storeKey = 'eppCertificate';

/** The certificate kept in the store, made the first time. TLS lives on wall time. */
export async function loadCertificate(store: Store): Promise<Certificate> {
  const kept = store.table('values').get(storeKey) as Certificate | undefined;
  if (kept) return kept;
  // The library is needed once in a data folder's life.
  const { makeCertificate } = await import('./make-certificate.ts');
  const made = await makeCertificate();
  store.commit(['values', storeKey, made]);
  return made;
}
