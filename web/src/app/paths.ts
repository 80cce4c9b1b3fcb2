/** Every address of the app; what is not among them is a 404. The build hands the list to the server. */

import type { RoutedDialog } from '../features/domain/shared/dialog-address.ts';
import { routedDialogs } from '../features/domain/shared/dialog-address.ts';

const publicPaths = [
  '/',
  '/domains/:page?',
  '/listings/:id',
  '/login',
  '/register',
  '/reset-password',
  '/contracts/:token',
  '/verify-contract',
] as const;

const signedInPaths = [
  '/app',
  '/app/my-domains/:page?',
  '/app/borrow/:domainsPage?/:offersPage?',
  '/app/lend/:domainsPage?/:offersPage?',
  '/app/listings/:page?',
  '/app/transactions/:page?',
  '/app/settings',
  '/app/add-balance',
  '/app/escrow/:id',
  '/app/disputes/:id?',
] as const;

export type Address = (typeof publicPaths)[number] | (typeof signedInPaths)[number] | RoutedDialog;

export const paths: readonly string[] = [
  ...publicPaths,
  ...signedInPaths,
  // Modals of My Domains, over any of its pages.
  ...routedDialogs.map((dialog) => `/app/my-domains/:page?/${dialog}`),
];
