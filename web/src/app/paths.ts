/** Every path of the app. The build passes the list to the server, which answers any other path with a 404. */

import type { RoutedDialog } from '../features/domain/dialog/dialog-url.ts';
import { routedDialogs } from '../features/domain/dialog/dialog-url.ts';

const publicPaths = [
  '/',
  '/domains/:page?',
  '/listings/:id',
  '/login',
  '/register',
  '/reset-password',
  '/verify-email',
  '/stop/email-change',
  '/stop/login',
  '/stop/mail',
  '/stop/payee-change',
  '/stop/transfer-out',
  '/contracts/:token',
  '/assignments/:token',
  '/verify-contract',
  '/legal-request',
] as const;

const signedInPaths = [
  '/app',
  '/app/my-domains/:page?',
  '/app/my-domains/import',
  '/app/connected/:id',
  '/app/borrow/:domainsPage?/:offersPage?',
  '/app/lend/:domainsPage?/:offersPage?',
  '/app/listings/:page?',
  '/app/transactions/:page?',
  '/app/settings',
  '/app/payees',
  '/app/add-balance',
  '/app/escrow/:id',
  '/app/disputes/:id?',
] as const;

export type Address = (typeof publicPaths)[number] | (typeof signedInPaths)[number] | RoutedDialog;

export const paths: readonly string[] = [
  ...publicPaths,
  ...signedInPaths,
  // Dialogs over any page of My Domains.
  ...routedDialogs.map((dialog) => `/app/my-domains/:page?/${dialog}`),
];
