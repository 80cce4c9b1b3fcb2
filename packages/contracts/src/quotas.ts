/**
 * Quotas per account for actions that cost others, send mail or call external services. They are far above normal
 * use. README.md has the same table.
 */

const perHour = 3600;
const perDay = 24 * perHour;

interface Limit {
  /** Maximum burst; units are restored evenly over `seconds` of wall time. */
  max: number;
  seconds: number;
  /** Used in the error message. */
  label: string;
}

export const quotas = {
  /** Per account and listing: each offer, and each rescinded one, mails the borrower. */
  offersOnListing: { max: 10, seconds: perHour, label: 'offers on this listing' },
  offers: { max: 60, seconds: perHour, label: 'offers' },
  /** A portfolio is listed in one call; each leads the list. */
  listings: { max: 2000, seconds: perDay, label: 'listings' },
  /** Each mails the other party. */
  loanActions: { max: 120, seconds: perHour, label: 'actions on loans' },
  /** Per account and loan: each proposal mails the other party, who cannot opt out. */
  proposals: { max: 10, seconds: perHour, label: 'proposals on this loan' },
  /** Each makes a link that others open. */
  assignments: { max: 20, seconds: perHour, label: 'sales of loans' },
  /** Each replays a loan several times. */
  amendmentPreviews: { max: 600, seconds: perHour, label: 'previews of amendments' },
  /** Each requests the details from identity and may add to the loan's history. */
  paymentDetailViews: { max: 60, seconds: perHour, label: 'views of payment details' },
  messages: { max: 300, seconds: perHour, label: 'messages' },
  /** Per network, since looking up a PDF requires no account. */
  contractLookups: { max: 300, seconds: perHour, label: 'contract checks' },
  /** Each, and each CSV of results, is rendered on request. */
  statements: { max: 60, seconds: perHour, label: 'statements' },
  /** Calendar programs ask every few minutes at most; each reads all loans of the account. */
  calendarReads: { max: 240, seconds: perHour, label: 'reads of this calendar' },
  /** Counts names, also those of an import. */
  domainsAdded: { max: 5000, seconds: perDay, label: 'added domains' },
  /** Each checks or writes thousands of names, and an import is stored. */
  portfolioFiles: { max: 60, seconds: perHour, label: 'imports and exports' },
  /** Counts names, also those of one call for many: each queries all DNS resolvers. */
  domainChecks: { max: 5000, seconds: perDay, label: 'DNS checks' },
  /** Each calls a DNS provider twice. */
  connectLookups: { max: 300, seconds: perHour, label: 'look-ups of DNS providers' },
  /** Transfers in and renewals: each requests a price from the registry. */
  registryOrders: { max: 60, seconds: perHour, label: 'transfers and renewals' },
  /** Per account and domain: each, and each cancelled one, mails the lender who waits for it. */
  transfersIn: { max: 10, seconds: perHour, label: 'transfers of this domain' },
  /** Each requests up to 50 prices from the registry. */
  registryQuotes: { max: 300, seconds: perHour, label: 'price requests' },
  nameserverChanges: { max: 60, seconds: perHour, label: 'nameserver changes' },
  /** Figures of $5,000 or more that their owner lowers: each sends a mail. */
  loweredValues: { max: 20, seconds: perHour, label: 'changes that lower a figure' },
  /** Each mails a code. */
  transfersOut: { max: 20, seconds: perHour, label: 'transfers to other registrars' },
  /** Each mails two accounts. */
  pushes: { max: 20, seconds: perHour, label: 'pushes to other accounts' },
  /** Per network, because stopping a transfer out needs no login. Counts every token that is tried. */
  stopLinks: { max: 200, seconds: perHour, label: 'attempts to stop a transfer' },
  /** Per network, because requests of courts and dispute providers need no login. Each mails the operators. */
  legalRequests: { max: 10, seconds: perDay, label: 'legal requests' },
  /** Each calls the payment provider. */
  deposits: { max: 30, seconds: perHour, label: 'deposits' },
  passwordChanges: { max: 20, seconds: perHour, label: 'password changes' },
  verificationLinks: { max: 5, seconds: perHour, label: 'verification links' },
  /** Each mails two addresses. */
  emailChanges: { max: 5, seconds: perHour, label: 'email changes' },
  /** Each mails a link, and informs the other party of each loan that names the payee. */
  payeeChanges: { max: 20, seconds: perHour, label: 'changes of payees' },
  mfaEnrolments: { max: 20, seconds: perHour, label: 'MFA enrolments' },
  /** Mails about logins from new networks and browsers; beyond the quota, logins are not mailed. */
  newLoginMails: { max: 20, seconds: perHour, label: 'new logins' },
  /** Mails about stolen sessions; beyond the quota, sessions end without a mail. */
  stolenSessionMails: { max: 20, seconds: perHour, label: 'stolen sessions' },
} as const satisfies Record<string, Limit>;

export type Quota = keyof typeof quotas;

/** The time over which a quota is restored, in words: "one hour". */
export const describePeriod = (seconds: number): string =>
  seconds === perDay ? 'one day' : 'one hour';
