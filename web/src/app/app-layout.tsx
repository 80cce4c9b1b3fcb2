/** The layout of all signed-in screens: top bar, navigation, and the surface that holds the screen. */

import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useLiveUpdates } from '../graph/use-live-updates.ts';
import { usePageQuery } from '../graph/use-page-query.ts';
import { lazyComponent } from '../ui/feedback/lazy-load.ts';
import { SkipLink } from '../ui/focus/skip-link.tsx';
import { MenuButton } from './menu-button.tsx';
import { RequireSession } from './require-session.tsx';
import { BalanceLiveDocument, ShellDocument } from './shell.generated.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useNoIndex } from './use-no-index.ts';

const UnverifiedBar = lazyComponent(
  async () => (await import('./unverified-bar.tsx')).UnverifiedBar,
);

export function AppLayout() {
  return (
    <RequireSession>
      <Shell />
    </RequireSession>
  );
}

function Shell() {
  useNoIndex();
  const { data } = usePageQuery(ShellDocument, {});
  useLiveUpdates(BalanceLiveDocument, { variables: {} });
  const self = data?.self ?? undefined;
  const operator = self?.operator ?? false;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar self={self} menu={<MenuButton operator={operator} balance={self?.balance} />} />
      <div className="flex flex-1">
        <Sidebar operator={operator} />
        <main
          id="main"
          className="flex min-w-0 flex-1 flex-col border-line bg-surface max-md:border-t md:rounded-tl-xl md:border-t md:border-l"
        >
          <div className="mx-auto flex w-full max-w-[73rem] flex-1 flex-col px-4 py-6 sm:px-8 sm:py-9">
            <div className="flex-1">
              <Outlet />
            </div>
            {self?.emailVerified === false && (
              <Suspense fallback={null}>
                <UnverifiedBar />
              </Suspense>
            )}
          </div>
        </main>
      </div>
    </div>
  );
}
