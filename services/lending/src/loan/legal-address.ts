/** A legal address: of an account, and as it stands under a signature. */

/** As the account gave it; empty lines are left out. */
export interface LegalAddress {
  address1: string;
  address2: string;
  city: string;
  zip: string;
  country: string;
}
