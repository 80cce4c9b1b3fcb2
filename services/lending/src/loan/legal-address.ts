/** The legal address of an account or a signature. */

/** As entered; unused lines are empty. */
export interface LegalAddress {
  address1: string;
  address2: string;
  city: string;
  zip: string;
  country: string;
}
