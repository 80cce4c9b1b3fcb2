/** Login and Register: two tabs of one page, each with an address of its own. */

import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { clearSessionEndNotice, getSessionEndNotice } from '../../session/renew-token.ts';
import { readReturnPath } from '../../session/return-path.ts';
import { useSession } from '../../session/tokens.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { SignInCard } from './sign-in-card.tsx';

const tabs = [
  { key: 'login', label: 'Login' },
  { key: 'register', label: 'Register' },
] as const;

type Tab = (typeof tabs)[number]['key'];

const headings: Record<Tab, { title: string; words: string }> = {
  login: { title: 'Login', words: 'Welcome back' },
  register: { title: 'Register', words: 'Open an account' },
};

export function SignInPage() {
  const session = useSession();
  const [query] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const farewell = useSessionEndMessage();
  const tab: Tab = pathname.startsWith('/register') ? 'register' : 'login';
  if (session) return <Navigate to={readReturnPath(query)} replace />;
  return (
    <SignInCard
      heading={
        <PageHeading title={headings[tab].title} pageKey="sign-in">
          {headings[tab].words}
        </PageHeading>
      }
    >
      <Tabs
        name="Login or register"
        tabs={tabs}
        selected={tab}
        onSelect={(to) => navigate(`/${to}${search}`, { replace: true, preventScrollReset: true })}
      >
        {farewell && tab === 'login' && (
          <p
            role="alert"
            className="mt-5 rounded-md bg-amber-bg px-4 py-2.5 font-medium text-amber"
          >
            {farewell}
          </p>
        )}
        {tab === 'login' ? <LoginForm /> : <RegisterForm />}
      </Tabs>
    </SignInCard>
  );
}

/** Why the last session ended, said once. */
function useSessionEndMessage(): string | undefined {
  const [sentence] = useState(() => getSessionEndNotice().message);
  useEffect(clearSessionEndNotice, []);
  return sentence;
}
