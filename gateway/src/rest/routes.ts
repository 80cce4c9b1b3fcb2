/** The route table of the REST API: each path runs a stored GraphQL operation. */

export interface RestRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path under `/api`; `{name}` is a variable of the operation. */
  path: string;
  /** Name of the stored operation's file, or one name per value of a body field. */
  operation: string | { by: string; choices: Record<string, string> };
  summary: string;
  /** Default: 200. */
  status?: 200 | 201 | 202 | 204;
  /** The success message, added to the fields of the response. */
  message?: string;
  /** `message`: only the message; `nothing`: an empty 204. Default: what the operation selects. */
  response?: 'message' | 'nothing';
  /** Works without an access token. */
  public?: true;
  /** Ignores an access token, so that an expired one does not prevent a login or refresh. */
  ignoresToken?: true;
  /** Largest body; default 100 KB. */
  bodyLimitBytes?: number;
}

export const kilobyte = 1024;
export const standardBodyLimitBytes = 100 * kilobyte;
export const profileLimitBytes = 2 * kilobyte * kilobyte;

type RouteOptions = Partial<Omit<RestRoute, 'method' | 'path' | 'operation' | 'summary'>>;
type RouteEntry = [RestRoute['operation'], string, RouteOptions?];

/** Maps `GET /path` to the operation, the summary and further options. */
const routeTable: Record<string, RouteEntry> = {
  'POST /users/login': ['login', 'Log in', { public: true, ignoresToken: true }],
  'POST /users/register': [
    'register',
    'Open an account',
    {
      public: true,
      ignoresToken: true,
      status: 201,
    },
  ],
  'POST /users/refresh': [
    'refresh',
    'Exchange a refresh token for a new access token',
    { public: true, ignoresToken: true },
  ],
  'POST /users/get_reset_token': [
    'request-reset',
    'Request an email with a password-reset link',
    {
      public: true,
      ignoresToken: true,
      response: 'message',
      message: 'Check your email',
    },
  ],
  'POST /users/reset': [
    'reset-password',
    'Set a new password with the token of the email',
    {
      public: true,
      ignoresToken: true,
      response: 'message',
      message: 'Password set',
    },
  ],
  'POST /users/logout': ['logout', 'End the session of a refresh token', { response: 'nothing' }],
  'GET /users/self': ['read-self', 'The signed-in account'],
  'POST /users/profile': [
    'update-profile',
    'Change password, address, contract kind or picture; omitted fields keep their values',
    { message: 'Profile saved', bodyLimitBytes: profileLimitBytes },
  ],
  'POST /users/mfa/enroll': ['enroll-mfa', 'Start enrolment of an authenticator'],
  'POST /users/mfa/confirm': ['confirm-mfa', 'Enable MFA with a first code'],
  'POST /users/mfa/disable': [
    'disable-mfa',
    'Disable MFA with a code',
    { response: 'message', message: 'MFA turned off' },
  ],
  'GET /users/preferences': ['read-preferences', 'Email preferences by group of notifications'],
  'POST /users/preferences': [
    'save-preferences',
    'Switch emails of a group on or off; omitted groups keep their values',
  ],
  'GET /users/sessions': ['list-sessions', 'Open sessions'],
  'DELETE /users/sessions/{id}': ['end-session', 'End one session', { response: 'nothing' }],

  'GET /notifications': ['list-notifications', 'Notifications and alerts, newest first'],
  'POST /notifications': [
    'mark-all-notifications',
    'Mark all notifications as read, or all up to a time; returns the updated list',
  ],
  'POST /notifications/{notificationId}': ['mark-notification', 'Mark as read'],

  'GET /listings': ['list-listings', 'Open listings', { public: true }],
  'GET /listings/{id}': ['read-listing', 'One listing with its disclosure', { public: true }],
  'POST /listings': [
    'open-listing',
    'List a domain for a loan',
    { status: 201, message: 'Listing created' },
  ],
  'DELETE /listings/{id}': [
    'close-listing',
    'Remove a listing by its id or its domain’s id',
    { response: 'nothing' },
  ],

  'GET /domains': ['list-domains', 'Your domains, newest first'],
  'GET /domains/{id}': [
    'read-domain',
    'One of your domains, with its verification attempts and appraisal',
  ],
  'POST /domains/add': ['add-domain', 'Add a domain', { status: 201 }],
  'DELETE /domains/{id}': ['remove-domain', 'Remove a domain', { response: 'nothing' }],
  'POST /domains/{id}/verify': [
    'verify-domain',
    'Queue a check of the DNS record',
    { status: 202, response: 'message', message: 'Transfer added to queue' },
  ],
  'POST /domains/{id}/transfer': [
    'transfer-in',
    'Transfer the domain in with its EPP code',
    { message: 'Transfer initiated' },
  ],
  'GET /domains/{id}/quote': [
    'quote-domain',
    'The current price of a transfer in or a renewal, from the registry',
  ],
  'POST /domains/{id}/cancelTransfer': [
    'cancel-transfer-in',
    'Cancel the transfer in',
    { message: 'Transfer cancelled' },
  ],
  'POST /domains/{id}/transferOut': [
    'transfer-out',
    'Unlock the domain and email its authorization code',
    { message: 'The authorization code is emailed within 24 hours' },
  ],
  'POST /domains/{id}/cancelTransferOut': [
    'cancel-transfer-out',
    'Cancel the transfer out and lock the domain again',
    { message: 'Transfer out is being cancelled' },
  ],
  'POST /domains/{id}/editNS': [
    'set-nameservers',
    'Set the nameservers',
    { message: 'Nameservers changed successfully' },
  ],
  'POST /domains/{id}/renew': [
    'renew-domain',
    'Renew a domain by one year from your balance: your own, or the collateral of a loan you funded',
    { message: 'Domain renewed' },
  ],

  'POST /offers': ['make-offer', 'Offer a loan', { status: 201, message: 'Offer sent' }],
  'POST /offers/{id}': [
    { by: 'status', choices: { DENIED: 'deny-offer', RESCINDED: 'rescind-offer' } },
    'Deny an offer received or rescind one sent',
  ],
  'GET /offers/my-offers': ['list-received-offers', 'Offers received'],
  'GET /offers/sent-offers': ['list-sent-offers', 'Offers sent'],

  'POST /escrow/borrower': ['list-borrowed-escrows', 'Loans you borrow'],
  'POST /escrow/lender': ['list-lent-escrows', 'Loans you lend'],
  'POST /escrow/accept': [
    'accept-offer',
    'Accept an offer',
    { status: 201, message: 'Escrow created' },
  ],
  'GET /escrow/disputes': [
    'list-disputes',
    'Operators: loans that are or were disputed, earliest escalation first',
  ],
  'GET /escrow/{id}': ['read-escrow', 'One loan'],
  'GET /escrow/{id}/messages': ['list-messages', 'The chat, oldest first'],
  'GET /escrow/{id}/evidence': ['list-evidence', 'Files of a dispute, oldest first'],
  'GET /escrow/{id}/history': ['list-escrow-history', 'The history of the loan'],
  'POST /escrow/{id}/message': ['send-message', 'Send a chat message', { status: 201 }],
  'POST /escrow/{id}/cancel': ['cancel-escrow', 'Cancel the loan'],
  'POST /escrow/{id}/markPaid': [
    'mark-paid',
    'Lender: report the payment as sent. Borrower: confirm the receipt',
  ],
  'POST /escrow/{id}/confirmReceipt': [
    'confirm-receipt',
    'Borrower: confirm the receipt of the money',
  ],
  'POST /escrow/{id}/claimRepaid': ['claim-repaid', 'Borrower: report the loan as repaid'],
  'POST /escrow/{id}/denyRepaid': ['deny-repaid', 'Lender: deny the repayment'],
  'POST /escrow/{id}/escalate': ['escalate', 'Open a dispute'],
  'POST /escrow/{id}/settle': [
    'settle-dispute',
    'Propose an outcome of a dispute, or agree to the proposed one',
  ],
  'POST /escrow/{id}/resolve': ['resolve-dispute', 'Operator: resolve a dispute'],
  'POST /escrow/{id}/finalize': [
    'finalize',
    'End the loan: return, seizure or surrender of the domain',
  ],

  'GET /contracts/{token}': ['read-contract', 'The data of the signing page', { public: true }],
  'POST /contracts/{token}/sign': ['sign-contract', 'Sign the contract', { public: true }],

  'GET /transactions': ['list-transactions', 'Your transactions, newest first'],
  'GET /transactions/exceptions': [
    'list-payment-exceptions',
    'Operator: payments that do not match their deposits, oldest first',
  ],
  'POST /transactions/exceptions/{id}': [
    'settle-payment-exception',
    'Operator: credit the received amount or fail the payment',
  ],
  'POST /transactions/nowpayments-session': [
    'start-crypto-deposit',
    'Start a deposit in cryptocurrency',
    { status: 201 },
  ],
  'POST /transactions/stripe-session': [
    'start-card-deposit',
    'Start a deposit by card',
    { status: 201 },
  ],
};

export const restRoutes: RestRoute[] = Object.entries(routeTable).map(
  ([key, [operation, summary, extra]]) => {
    const [method, path] = key.split(' ') as [RestRoute['method'], string];
    return { method, path, operation, summary, ...extra };
  },
);
