/** Settings: profile, email, lending contract, MFA, payees, sessions, email preferences, statements and appearance. */

import { PageProblem } from '../../graph/page-problem.tsx';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx';
import { EmailCard } from './email-card.tsx';
import { LendingCard } from './lending-card.tsx';
import { MfaCard } from './mfa-card.tsx';
import { PayeesSection } from './payee/payees-section.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SettingsDocument } from './settings-page.generated.ts';
import { StatementsCard } from './statements-card.tsx';

export function SettingsPage() {
  const { data, loading, problem, retry } = usePageQuery(SettingsDocument, {});
  const { self, payees, sessions, preferences } = data ?? {};
  return (
    <div className="max-w-[40rem]">
      <PageHeading title="Settings">Settings</PageHeading>
      <div className="mt-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      <div className="mt-7 grid gap-5">
        {loading && !self && <Skeleton card rows={8} label="Settings" />}
        {self && (
          <>
            <ProfileCard profile={self} />
            <EmailCard profile={self} />
            <LendingCard profile={self} />
            <MfaCard profile={self} onChanged={retry} />
          </>
        )}
        {payees && <PayeesSection payees={payees} />}
        {sessions && <SessionsCard sessions={sessions} />}
        {preferences && <PreferencesCard preferences={preferences} />}
        {self?.createdAt && <StatementsCard since={self.createdAt} />}
        <Card title="Appearance">
          <p className="mt-1 mb-4 text-ink-2">Applies to this browser.</p>
          <div className="max-w-80">
            <ThemeSwitch />
          </div>
        </Card>
      </div>
    </div>
  );
}
