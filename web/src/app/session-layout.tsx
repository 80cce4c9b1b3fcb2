/** The layout of signed-in screens, and of the public screens that have their place among them once there is a session. */

import { useLocation } from 'react-router-dom';
import { useSession } from '../session/tokens.ts';
import { AppLayout } from './app-layout.tsx';
import { PublicLayout } from './public-layout.tsx';

export function SessionLayout() {
  const session = useSession();
  const { pathname } = useLocation();
  const isPublic = !pathname.startsWith('/app');
  return isPublic && !session ? <PublicLayout /> : <AppLayout />;
}
