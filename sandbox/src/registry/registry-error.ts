/** A registry's "no": an EPP result code (RFC 5730 section 3) with a sentence. */

export class RegistryError extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(reason);
    this.name = 'RegistryRefusal';
    this.code = code;
  }
}
