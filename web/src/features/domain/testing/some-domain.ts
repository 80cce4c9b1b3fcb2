/** A test domain as its owner reads it: verified, not in custody; tests override single fields. */

export const buildDomain = (more: object = {}) => ({
  __typename: 'Domain',
  id: 'd1',
  name: 'vellum.app',
  unicodeName: 'vellum.app',
  status: 'EXTERNAL_VERIFIED',
  pendingTransfer: false,
  pendingTransferDirection: null,
  transferOutStartsAt: null,
  listed: false,
  offers: 0,
  reserved: false,
  expiresAt: null,
  actions: [],
  blockedActions: [],
  listing: null,
  ownerValue: null,
  tldSupported: true,
  escrow: null,
  verificationRecord: 'nameloan-verification=4f2a',
  verificationHosts: ['_nameloan-challenge.vellum.app', 'vellum.app'],
  verificationAttempts: [],
  nextCheckAt: null,
  createdAt: '2026-11-22T09:00:00.000Z',
  transferFee: 1_200,
  renewalFee: 1_200,
  nameservers: null,
  ds: null,
  appraisal: null,
  labels: [],
  ...more,
});

/** Server replies for the page and its dialogs. */
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
