/** A domain for tests, as its owner reads it: verified and not with us, but for what a test names. */

export const buildDomain = (more: object = {}) => ({
  __typename: 'Domain',
  id: 'd1',
  name: 'vellum.app',
  unicodeName: 'vellum.app',
  status: 'EXTERNAL_VERIFIED',
  pendingTransfer: false,
  pendingTransferDirection: null,
  listed: false,
  offers: 0,
  reserved: false,
  expiresAt: null,
  actions: [],
  blockedActions: [],
  listing: null,
  escrow: null,
  verificationRecord: 'nameloan-verification=4f2a',
  verificationHosts: ['_nameloan-challenge.vellum.app', 'vellum.app'],
  verificationAttempts: [],
  nextCheckAt: null,
  createdAt: '2026-11-22T09:00:00.000Z',
  transferFee: 1_200,
  renewalFee: 1_200,
  nameservers: null,
  appraisal: null,
  ...more,
});

/** What the page and its dialogs read of it. */
export const domainReplies = (domain: ReturnType<typeof buildDomain>) => ({
  MyDomains: {
    data: { domains: { __typename: 'DomainPage', domains: [domain], pages: 1, total: 1 } },
  },
  OpenDomain: {
    data: {
      domain,
      self: { __typename: 'User', id: 'ada', email: 'ada@example.org', balance: 10_000 },
    },
  },
});
