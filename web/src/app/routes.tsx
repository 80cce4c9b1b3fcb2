/** Maps paths to screens. Every screen is loaded on first use. */

import type { RouteObject } from 'react-router-dom';
import { loadWhenReachable } from '../ui/feedback/lazy-load.ts';
import { Loader } from '../ui/feedback/loader.tsx';
import { CrashPage } from './crash-page.tsx';
import type { Address } from './paths.ts';
import { RootLayout } from './root-layout.tsx';

type Screen = () => Promise<React.ComponentType>;

/** A route whose screen is loaded when the user navigates to it. */
const page = (
  path: Address | '/app/*' | '*' | undefined,
  screen: Screen,
  children?: RouteObject[],
): RouteObject => ({
  path,
  lazy: async () => ({ Component: await loadWhenReachable(screen) }),
  children,
});

const publicScreens: RouteObject[] = [
  page(
    '/domains/:page?',
    async () => (await import('../features/listing/public-listings-page.tsx')).PublicListingsPage,
  ),
  page(
    '/listings/:id',
    async () => (await import('../features/listing/listing-page.tsx')).ListingPage,
  ),
  page('/login', async () => (await import('../features/sign-in/sign-in-page.tsx')).SignInPage),
  page('/register', async () => (await import('../features/sign-in/sign-in-page.tsx')).SignInPage),
  page(
    '/reset-password',
    async () => (await import('../features/sign-in/reset-password-page.tsx')).ResetPasswordPage,
  ),
  page(
    '/verify-email',
    async () => (await import('../features/sign-in/verify-email-page.tsx')).VerifyEmailPage,
  ),
  page(
    '/stop/email-change',
    async () => (await import('../features/sign-in/stop-page.tsx')).StopEmailChangePage,
  ),
  page(
    '/stop/login',
    async () => (await import('../features/sign-in/stop-page.tsx')).StopLoginPage,
  ),
  page('/stop/mail', async () => (await import('../features/sign-in/stop-page.tsx')).StopMailPage),
  page(
    '/stop/payee-change',
    async () => (await import('../features/sign-in/stop-page.tsx')).StopPayeeChangePage,
  ),
  page(
    '/stop/transfer-out',
    async () => (await import('../features/sign-in/stop-page.tsx')).StopTransferOutPage,
  ),
  page(
    '/contracts/:token',
    async () => (await import('../features/contract/contract-page.tsx')).ContractPage,
  ),
  page(
    '/assignments/:token',
    async () => (await import('../features/assignment/assignment-page.tsx')).AssignmentPage,
  ),
  page(
    '/verify-contract',
    async () => (await import('../features/contract/verify-contract-page.tsx')).VerifyContractPage,
  ),
  page(
    '/legal-request',
    async () => (await import('../features/legal/legal-request-page.tsx')).LegalRequestPage,
  ),
];

/** Dialogs that open over the current page of My Domains. */
const domainDialogs: RouteObject[] = [
  page(
    'transfer-in',
    async () =>
      (await import('../features/domain/registrar/transfer-in-dialog.tsx')).TransferInDialog,
  ),
  page('list', async () => (await import('../features/domain/listing/list-dialog.tsx')).ListDialog),
  page(
    'edit-ns',
    async () =>
      (await import('../features/domain/registrar/nameservers-dialog.tsx')).NameserversDialog,
  ),
  page(
    'transfer-out',
    async () =>
      (await import('../features/domain/registrar/transfer-out-dialog.tsx')).TransferOutDialog,
  ),
  page(
    'unlist',
    async () => (await import('../features/domain/listing/unlist-dialog.tsx')).UnlistDialog,
  ),
];

const appScreens: RouteObject[] = [
  page(
    '/app',
    async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  page(
    '/app/my-domains/:page?',
    async () => (await import('../features/domain/my-domains-page.tsx')).MyDomainsPage,
    domainDialogs,
  ),
  page(
    '/app/my-domains/import',
    async () => (await import('../features/domain/portfolio/import-page.tsx')).ImportPage,
  ),
  page(
    '/app/connected/:id',
    async () => (await import('../features/domain/verification/connected-page.tsx')).ConnectedPage,
  ),
  page(
    '/app/borrow/:domainsPage?/:offersPage?',
    async () => (await import('../features/my-loans/borrow-page.tsx')).BorrowPage,
  ),
  page(
    '/app/lend/:domainsPage?/:offersPage?',
    async () => (await import('../features/my-loans/lend-page.tsx')).LendPage,
  ),
  page(
    '/app/listings/:page?',
    async () => (await import('../features/listing/app-listings-page.tsx')).AppListingsPage,
  ),
  page(
    '/app/transactions/:page?',
    async () => (await import('../features/transaction/transactions-page.tsx')).TransactionsPage,
  ),
  page(
    '/app/add-balance',
    async () => (await import('../features/transaction/add-balance-page.tsx')).AddBalancePage,
  ),
  page(
    '/app/settings',
    async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
  ),
  page(
    '/app/payees',
    async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
  ),
  page(
    '/app/escrow/:id',
    async () => (await import('../features/escrow/escrow-page.tsx')).EscrowPage,
  ),
  page(
    '/app/disputes/:id?',
    async () => (await import('../features/escrow/dispute/disputes-page.tsx')).DisputesPage,
  ),
  page('/app/*', async () => (await import('./unknown-paths.tsx')).UnknownAppPath),
];

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: CrashPage,
    HydrateFallback: Loader,
    children: [
      page('/', async () => (await import('../features/landing/landing-page.tsx')).LandingPage),
      page(undefined, async () => (await import('./graph-layout.tsx')).GraphLayout, [
        page(undefined, async () => (await import('./page-layout.tsx')).PageLayout, [
          ...publicScreens,
          ...appScreens,
        ]),
      ]),
      page('*', async () => (await import('./unknown-paths.tsx')).UnknownPath),
    ],
  },
];
