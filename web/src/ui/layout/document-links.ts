/** What anyone can read or check before they sign up. */

export const documentLinks = [
  { label: 'Specimen agreement', to: '/api/contracts/specimen/0', leavesApp: true },
  { label: 'Check a contract', to: '/verify-contract', leavesApp: false },
  { label: 'API and developers', to: '/developers', leavesApp: true },
] as const;
