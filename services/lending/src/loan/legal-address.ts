/** The legal address of an account or a signature. */

/** As entered; unused lines are empty. */
export interface LegalAddress {
  address1: string;
  address2: string;
  city: string;
  zip: string;
  /** The English name; what the user wrote, in addresses of earlier releases. */
  country: string;
  /** ISO 3166-1 alpha-2; null if the country cannot be read, absent in addresses of earlier releases. */
  countryCode?: string | null;
  /** ISO 3166-2, for the United States and Canada. */
  subdivision?: string | null;
}
