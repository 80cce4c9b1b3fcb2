/** The REST table: which path runs which stored operation. All that REST knows stands in these rows. */

export interface CallRow {
  method: 'GET' | 'POST' | 'DELETE';
  /** Under `/api`; `{name}` is a variable of the operation. */
  path: string;
  /** File name of the stored operation, or one per value of a body field. */
  operation: string | { by: string; choices: Record<string, string> };
  summary: string;
  /** 200 unless named. */
  status?: 200 | 201 | 202 | 204;
  /** The success sentence beside the object's fields. */
  message?: string;
  /** `message`: the sentence alone; `nothing`: an empty 204. Without it: what the operation selects. */
  answer?: 'message' | 'nothing';
  /** Works without an access token. */
  public?: true;
  /** An access token that came along is not even looked at: a stale one must keep nobody from getting a new one. */
  ignoresToken?: true;
  /** Largest body; 100 KB unless named. */
  bodyLimitBytes?: number;
}

export const kilobyte = 1024;
export const standardBodyLimitBytes = 100 * kilobyte;
export const profileLimitBytes = 2 * kilobyte * kilobyte;

type Extra = Partial<Omit<CallRow, 'method' | 'path' | 'operation' | 'summary'>>;
type Brief = [CallRow['operation'], string, Extra?];

/** `GET /path` → operation, summary, what is special. */
const brief: Record<string, Brief> = {
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
    'Swap a refresh token for a new access token',
    { public: true, ignoresToken: true },
  ],
  'POST /users/get_reset_token': [
    'request-reset',
    'Ask for a mail to reset the password',
    {
      public: true,
      ignoresToken: true,
      answer: 'message',
      message: 'Check your email',
    },
  ],
  'POST /users/reset': [
    'reset-password',
    'Set a new password with the mailed token',
    {
      public: true,
      ignoresToken: true,
      answer: 'message',
      message: 'Password set',
    },
  ],
  'POST /users/logout': ['logout', 'End the session of a refresh token', { answer: 'nothing' }],
  'GET /users/self': ['read-self', 'The signed-in account'],
  'POST /users/profile': [
    'update-profile',
    'Change password, address, contract kind or picture; absent fields stay',
    { message: 'Profile saved', bodyLimitBytes: profileLimitBytes },
  ],
  'POST /users/mfa/enroll': ['enroll-mfa', 'Start enrolment of an authenticator'],
  'POST /users/mfa/confirm': ['confirm-mfa', 'Switch MFA on with a first code'],
  'POST /users/mfa/disable': [
    'disable-mfa',
    'Switch MFA off with a code',
    { answer: 'message', message: 'MFA switched off' },
  ],
  'GET /users/preferences': ['read-preferences', 'Which groups of events are mailed'],
  'POST /users/preferences': [
    'save-preferences',
    'Switch mail of a group on or off; absent groups stay',
  ],
  'GET /users/sessions': ['list-sessions', 'Open sessions'],
  'DELETE /users/sessions/{id}': ['end-session', 'End one session', { answer: 'nothing' }],

  'GET /notifications': ['list-notifications', 'Notifications and alerts, newest first'],
  'POST /notifications': [
    'mark-all-notifications',
    'Mark all as read, or all up to a moment; answers the list as it is now',
  ],
  'POST /notifications/{notificationId}': ['mark-notification', 'Mark as read'],

  'GET /listings': ['list-listings', 'Open listings', { public: true }],
  'GET /listings/{id}': ['read-listing', 'One listing with its figures', { public: true }],
  'POST /listings': [
    'open-listing',
    'List a domain for a loan',
    { status: 201, message: 'Listing created' },
  ],
  'DELETE /listings/{id}': [
    'close-listing',
    'Remove a listing, by its id or its domain’s',
    { answer: 'nothing' },
  ],

  'GET /domains': ['list-domains', 'Your domains, newest first'],
  'GET /domains/{id}': ['read-domain', 'One of your domains, with its checks and appraisal'],
  'POST /domains/add': ['add-domain', 'Add a domain', { status: 201 }],
  'DELETE /domains/{id}': ['remove-domain', 'Remove a domain', { answer: 'nothing' }],
  'POST /domains/{id}/verify': [
    'verify-domain',
    'Queue a check of the DNS record',
    { status: 202, answer: 'message', message: 'Transfer added to queue' },
  ],
  'POST /domains/{id}/transfer': [
    'transfer-in',
    'Transfer the domain in with its EPP code',
    { message: 'Transfer initiated' },
  ],
  'GET /domains/{id}/quote': [
    'quote-domain',
    'What a transfer in or a renewal costs now; the registry is asked',
  ],
  'POST /domains/{id}/cancelTransfer': [
    'cancel-transfer-in',
    'Cancel the transfer in',
    { message: 'Transfer cancelled' },
  ],
  'POST /domains/{id}/transferOut': [
    'transfer-out',
    'Unlock the domain and mail its authorization code',
    { message: 'The authorization code is emailed within 24 hours' },
  ],
  'POST /domains/{id}/cancelTransferOut': [
    'cancel-transfer-out',
    'Cancel the transfer out and lock again',
    { message: 'Transfer out is being cancelled' },
  ],
  'POST /domains/{id}/editNS': [
    'set-nameservers',
    'Set the nameservers',
    { message: 'Nameservers changed successfully' },
  ],
  'POST /domains/{id}/renew': [
    'renew-domain',
    'Renew by one year from your balance: your own domain, or the collateral of a loan you gave',
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
    'Operators: loans that are or were in dispute, escalated longest ago first',
  ],
  'GET /escrow/{id}': ['read-escrow', 'One loan'],
  'GET /escrow/{id}/messages': ['list-messages', 'The chat, oldest first'],
  'GET /escrow/{id}/evidence': ['list-evidence', 'Files of a dispute, oldest first'],
  'GET /escrow/{id}/history': ['list-escrow-history', 'Everything that happened to the loan'],
  'POST /escrow/{id}/message': ['send-message', 'Send a chat message', { status: 201 }],
  'POST /escrow/{id}/cancel': ['cancel-escrow', 'Cancel the loan'],
  'POST /escrow/{id}/markPaid': ['mark-paid', 'Lender: money sent. Borrower: money received'],
  'POST /escrow/{id}/confirmReceipt': ['confirm-receipt', 'Borrower: the money arrived'],
  'POST /escrow/{id}/claimRepaid': ['claim-repaid', 'Borrower: the loan is repaid'],
  'POST /escrow/{id}/denyRepaid': ['deny-repaid', 'Lender: the repayment did not arrive'],
  'POST /escrow/{id}/escalate': ['escalate', 'Open a dispute'],
  'POST /escrow/{id}/settle': ['settle-dispute', 'Propose how a dispute ends, or agree to it'],
  'POST /escrow/{id}/resolve': ['resolve-dispute', 'Operator: settle a dispute'],
  'POST /escrow/{id}/finalize': ['finalize', 'End the loan: returned, seized or surrendered'],

  'GET /contracts/{token}': ['read-contract', 'What the signing page shows', { public: true }],
  'POST /contracts/{token}/sign': ['sign-contract', 'Sign the contract', { public: true }],

  'GET /transactions': ['list-transactions', 'Your transactions, newest first'],
  'GET /transactions/exceptions': [
    'list-payment-exceptions',
    'Operator: payments that are not what was asked for, the longest waiting first',
  ],
  'POST /transactions/exceptions/{id}': [
    'settle-payment-exception',
    'Operator: credit what arrived, or give the payment up',
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

export const callRows: CallRow[] = Object.entries(brief).map(
  ([key, [operation, summary, extra]]) => {
    const [method, path] = key.split(' ') as [CallRow['method'], string];
    return { method, path, operation, summary, ...extra };
  },
);
