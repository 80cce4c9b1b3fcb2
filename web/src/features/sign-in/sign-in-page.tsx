/** Login and Register: two tabs of one page, each with its own address. */

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

const headings: Record<Tab, { title: string; text: string }> = {
  login: { title: 'Login', text: 'Welcome back' },
  register: { title: 'Register', text: 'Open an account' },
};

export function SignInPage() {
  const session = useSession();
  const [query] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const sessionEndMessage = useSessionEndMessage();
  const tab: Tab = pathname.startsWith('/register') ? 'register' : 'login';
  if (session) return <Navigate to={readReturnPath(query)} replace />;
  return (
    <SignInCard
      heading={
        <PageHeading title={headings[tab].title} pageKey="sign-in">
          {headings[tab].text}
        </PageHeading>
      }
    >
      <Tabs
        name="Login or register"
        tabs={tabs}
        selected={tab}
        onSelect={(to) => navigate(`/${to}${search}`, { replace: true, preventScrollReset: true })}
      >
        {sessionEndMessage && tab === 'login' && (
          <p
            role="alert"
            className="mt-5 rounded-md bg-amber-bg px-4 py-2.5 font-medium text-amber"
          >
            {sessionEndMessage}
          </p>
        )}
        {tab === 'login' ? <LoginForm /> : <RegisterForm />}
      </Tabs>
    </SignInCard>
  );
}

/** Why the last session ended, shown once. */
function useSessionEndMessage(): string | undefined {
  const [sentence] = useState(() => getSessionEndNotice().message);
  useEffect(clearSessionEndNotice, []);
  return sentence;
}
