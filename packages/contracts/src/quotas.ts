/**
 * How much one account may do of what costs others, sends mail or calls out. Far above what a person does, and what
 * a program does that cares for others. README.md shows the same table.
 */

const perHour = 3600;

interface Limit {
  /** So many at once; they come back evenly over `seconds` of wall time. */
  max: number;
  seconds: number;
  /** As the sentence of a refusal names them. */
  label: string;
}

export const quotas = {
  /** Per account and listing: each offer, and each that is taken back, mails the borrower. */
  offersOnListing: { max: 10, seconds: perHour, label: 'offers on this listing' },
  offers: { max: 60, seconds: perHour, label: 'offers' },
  listings: { max: 60, seconds: perHour, label: 'listings' },
  /** Moves on loans: each mails the other party. */
  loanActions: { max: 120, seconds: perHour, label: 'actions on loans' },
  /** Per account and loan: each word on how a dispute should end mails the other party, who cannot switch that off. */
  proposals: { max: 10, seconds: perHour, label: 'proposals on this loan' },
  messages: { max: 300, seconds: perHour, label: 'messages' },
  /** Per network: whoever looks a PDF up need not be signed in. */
  contractLookups: { max: 300, seconds: perHour, label: 'looks at whether a file is a contract' },
  /** Each is typeset anew. */
  statements: { max: 60, seconds: perHour, label: 'statements' },
  domainsAdded: { max: 100, seconds: perHour, label: 'added domains' },
  /** Each asks every resolver. */
  domainChecks: { max: 120, seconds: perHour, label: 'DNS checks' },
  /** Transfers in and renewals: each asks the registry for its price, whatever comes of it. */
  registryOrders: { max: 60, seconds: perHour, label: 'transfers and renewals' },
  /** Per account and domain: each, and each that is called off, mails the lender who waits for it. */
  transfersIn: { max: 10, seconds: perHour, label: 'transfers of this domain' },
  /** Each asks the registry for up to 50 prices. */
  registryQuotes: { max: 300, seconds: perHour, label: 'questions for prices' },
  nameserverChanges: { max: 60, seconds: perHour, label: 'changes of nameservers' },
  /** Each mails a code. */
  transfersOut: { max: 20, seconds: perHour, label: 'transfers to other registrars' },
  /** Each calls the payment provider, whatever comes of it. */
  deposits: { max: 30, seconds: perHour, label: 'deposits' },
  passwordChanges: { max: 20, seconds: perHour, label: 'changes of the password' },
  mfaEnrolments: { max: 20, seconds: perHour, label: 'enrolments of MFA' },
  /** Mails about stolen sessions; beyond, sessions end without one. */
  stolenSessionMails: { max: 20, seconds: perHour, label: 'stolen sessions' },
} as const satisfies Record<string, Limit>;

export type Quota = keyof typeof quotas;
