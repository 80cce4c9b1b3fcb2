/**
 * How much one account may do of what costs others, sends mail or calls out. Far above what a person does, and what
 * a program does that cares for others. README.md shows the same table.
 */

const perHour = 3600;

interface Limit {
  /** So many at once; they come back evenly over `seconds` of wall time. */
  most: number;
  seconds: number;
  /** As the sentence of a refusal names them. */
  called: string;
}

export const quotas = {
  /** Per account and listing: each offer, and each that is taken back, mails the borrower. */
  offersOnListing: { most: 10, seconds: perHour, called: 'offers on this listing' },
  offers: { most: 60, seconds: perHour, called: 'offers' },
  listings: { most: 60, seconds: perHour, called: 'listings' },
  /** Moves on loans: each mails the other party. */
  loanMoves: { most: 120, seconds: perHour, called: 'actions on loans' },
  /** Per account and loan: each word on how a dispute should end mails the other party, who cannot switch that off. */
  proposals: { most: 10, seconds: perHour, called: 'proposals on this loan' },
  messages: { most: 300, seconds: perHour, called: 'messages' },
  /** Per network: whoever looks a PDF up need not be signed in. */
  contractLookups: { most: 300, seconds: perHour, called: 'looks at whether a file is a contract' },
  /** Each is typeset anew. */
  statements: { most: 60, seconds: perHour, called: 'statements' },
  domainsAdded: { most: 100, seconds: perHour, called: 'added domains' },
  /** Each asks every resolver. */
  domainChecks: { most: 120, seconds: perHour, called: 'DNS checks' },
  /** Transfers in and renewals: each asks the registry for its price, whatever comes of it. */
  registryOrders: { most: 60, seconds: perHour, called: 'transfers and renewals' },
  /** Per account and domain: each, and each that is called off, mails the lender who waits for it. */
  transfersIn: { most: 10, seconds: perHour, called: 'transfers of this domain' },
  /** Each asks the registry for up to 50 prices. */
  registryQuotes: { most: 300, seconds: perHour, called: 'questions for prices' },
  nameserverChanges: { most: 60, seconds: perHour, called: 'changes of nameservers' },
  /** Each mails a code. */
  transfersOut: { most: 20, seconds: perHour, called: 'transfers to other registrars' },
  /** Each calls the payment provider, whatever comes of it. */
  deposits: { most: 30, seconds: perHour, called: 'deposits' },
  passwordChanges: { most: 20, seconds: perHour, called: 'changes of the password' },
  mfaEnrolments: { most: 20, seconds: perHour, called: 'enrolments of MFA' },
  /** Mails about stolen sessions; beyond, sessions end without one. */
  stolenSessionMails: { most: 20, seconds: perHour, called: 'stolen sessions' },
} as const satisfies Record<string, Limit>;

export type Quota = keyof typeof quotas;
