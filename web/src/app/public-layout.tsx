/** The layout of every public screen except the front page. */

import { Outlet } from 'react-router-dom';
import { useSession } from '../session/tokens.ts';
import { SkipLink } from '../ui/focus/skip-link.tsx';
import { PublicBar } from '../ui/layout/public-bar.tsx';
import { PublicFooter } from '../ui/layout/public-footer.tsx';

export function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <SkipLink />
      <PublicBar signedIn={useSession() !== null} />
      <main id="main" className="mx-auto w-full max-w-[76rem] flex-1 px-5 pt-4 pb-20 lg:px-8">
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
