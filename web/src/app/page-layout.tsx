/** The layout of a screen by its address: the app's, or the public one. Listings and sales are in the app once there is a session. */

import { useLocation } from 'react-router-dom';
import { useSession } from '../session/tokens.ts';
import { AppLayout } from './app-layout.tsx';
import { PublicLayout } from './public-layout.tsx';

export function PageLayout() {
  const session = useSession();
  const { pathname } = useLocation();
  const inApp =
    pathname.startsWith('/app') || (session && /^\/(listings|assignments)\//.test(pathname));
  return inApp ? <AppLayout /> : <PublicLayout />;
}
