/** Why a typed name is not taken, as a stable code and a sentence that its owner can act on. */

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
  /** A registrable name that was probably meant, lower case, for display. */
  readonly suggestion: string | undefined;

  constructor(code: InvalidNameCode, sentence: string, suggestion?: string) {
    super(sentence);
    this.name = 'NameRefused';
    this.code = code;
    this.suggestion = suggestion;
  }
}
