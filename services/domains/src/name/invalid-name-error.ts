/** The error for an invalid domain name: a stable code and a message that the user can act on. */

export type InvalidNameCode =
  | 'EMPTY'
  | 'URL'
  | 'IP_ADDRESS'
  | 'BAD_CHARACTERS'
  | 'EMPTY_LABEL'
  | 'LABEL_TOO_LONG'
  | 'NAME_TOO_LONG'
  | 'UNKNOWN_SUFFIX'
  | 'BARE_SUFFIX'
  | 'PRIVATE_SUFFIX'
  | 'SUBDOMAIN';

export class InvalidNameError extends Error {
  readonly code: InvalidNameCode;
  /** The registrable name that the user probably meant, lower case, for display. */
  readonly suggestion: string | undefined;

  constructor(code: InvalidNameCode, message: string, suggestion?: string) {
    super(message);
    this.name = 'InvalidNameError';
    this.code = code;
    this.suggestion = suggestion;
  }
}
