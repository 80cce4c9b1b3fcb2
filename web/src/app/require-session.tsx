/** Renders its children only with a session; redirects visitors to the login page with a return path. */

import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { clearSessionEndNotice, getSessionEndNotice } from '../session/renew-token.ts';
import { loginPath } from '../session/return-path.ts';
import { useSession } from '../session/tokens.ts';

export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const here = `${pathname}${search}${hash}`;
  useEffect(() => {
    if (session) return;
    const { redirectTo } = getSessionEndNotice();
    navigate(redirectTo ?? loginPath(here), { replace: true });
    // The special redirect applies only once.
    if (redirectTo) queueMicrotask(clearSessionEndNotice);
  }, [session, navigate, here]);
  return session ? children : null;
}
