/** An error response of the registry: an EPP result code (RFC 5730 section 3) and a message. */

export class RegistryError extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(reason);
    this.name = 'RegistryError';
    this.code = code;
  }
}
