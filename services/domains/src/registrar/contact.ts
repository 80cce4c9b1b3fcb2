/** The data of a contact at a registry (RFC 5733). */

export interface ContactData {
  /** Of a person, or of who represents the organization. */
  readonly name: string;
  readonly organization?: string | undefined;
  /** One to three lines. */
  readonly street: readonly string[];
  readonly city: string;
  /** State or province. */
  readonly state?: string | undefined;
  readonly postalCode?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** As +CC.NUMBER (RFC 5733 section 2.5). */
  readonly voice?: string | undefined;
  readonly email: string;
}
