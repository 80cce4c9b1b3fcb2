/** Calls that read and sign a contract, for tests. */

import type { Caller } from '@nameloan/testkit/service/test-service';

/** Reads the page to sign, as the web app does. */
export const readHash = (call: Caller, token: string) =>
  call('query ($token: String!) { contract(token: $token) { sha256 } }', { token });

/** Reads the contract, then signs it. */
export async function sign(call: Caller, token: string, more: Record<string, unknown> = {}) {
  await readHash(call, token);
  return signUnread(call, token, more);
}

export const signUnread = (call: Caller, token: string, more: Record<string, unknown> = {}) =>
  call(
    `mutation ($token: String!, $name: String!, $consent: Boolean!, $address: AddressInput, $sha256: String) {
      signContract(token: $token, name: $name, consent: $consent, address: $address, sha256: $sha256) {
        signedAt borrowerSigned lenderSigned next addressDiffers
        contract { borrowerSignedAt lenderSignedAt }
      }
    }`,
    { token, name: 'Bea Borrower', consent: true, ...more },
  );
