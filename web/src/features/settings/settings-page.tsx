/** Settings: profile, email, lending contract, MFA, payees, sessions, email preferences, statements, calendar and appearance. */

import type { ReactNode } from 'react';
import { PageProblem } from '../../graph/page-problem.tsx';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx';
import { CalendarCard } from './calendar-card.tsx';
import { EmailCard } from './email-card.tsx';
import { LendingCard } from './lending-card.tsx';
import { MfaCard } from './mfa-card.tsx';
import { SettingsNavigation } from './navigation/settings-navigation.tsx';
import { useScrollToCard } from './navigation/use-scroll-to-card.ts';
import { PayeesCard } from './payee/payees-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import type { SettingsQuery } from './settings-page.generated.ts';
import { SettingsDocument } from './settings-page.generated.ts';
import { StatementsCard } from './statements-card.tsx';

export function SettingsPage() {
  const { data, loading, problem, retry } = usePageQuery(SettingsDocument, {});
  useScrollToCard(!loading);
  const cards = listCards(data, retry);
  return (
    <>
      <PageHeading title="Settings">Settings</PageHeading>
      <div className="mt-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      <div className="mt-7 grid gap-x-10 gap-y-4 lg:grid-cols-[11rem_minmax(0,40rem)]">
        <SettingsNavigation items={cards.filter(({ card }) => loading || card)} />
        <div className="grid max-w-[40rem] gap-5">
          {loading ? (
            // All cards at once, because those of one service would move those of another.
            <Skeleton card rows={8} label="Settings" />
          ) : (
            cards.map(
              ({ id, card }) =>
                card && (
                  <div key={id} id={id} className="scroll-mt-20">
                    {card}
                  </div>
                ),
            )
          )}
        </div>
      </div>
    </>
  );
}

interface SettingsCard {
  /** The fragment of its address. Mails link to `email-preferences`. */
  id: string;
  title: string;
  /** Missing if its service is down. */
  card: ReactNode;
}

/** `reload`: the state of MFA may have changed, also from another device. */
function listCards(data: SettingsQuery | undefined, reload: () => void): SettingsCard[] {
  const { self, payees, sessions, preferences } = data ?? {};
  return [
    { id: 'profile', title: 'Profile', card: self && <ProfileCard profile={self} /> },
    { id: 'email', title: 'Email address', card: self && <EmailCard profile={self} /> },
    { id: 'contract', title: 'Lending contract', card: self && <LendingCard profile={self} /> },
    { id: 'mfa', title: 'MFA', card: self && <MfaCard profile={self} onChanged={reload} /> },
    { id: 'payees', title: 'Payees', card: payees && <PayeesCard payees={payees} /> },
    { id: 'sessions', title: 'Sessions', card: sessions && <SessionsCard sessions={sessions} /> },
    {
      id: 'email-preferences',
      title: 'Email',
      card: preferences && <PreferencesCard preferences={preferences} />,
    },
    {
      id: 'statements',
      title: 'Statements',
      card: self?.createdAt && <StatementsCard since={self.createdAt} />,
    },
    { id: 'calendar', title: 'Calendar', card: <CalendarCard /> },
    { id: 'appearance', title: 'Appearance', card: <Appearance /> },
  ];
}

function Appearance() {
  return (
    <Card title="Appearance">
      <p className="mt-1 mb-4 text-ink-2">Applies to this browser.</p>
      <div className="max-w-80">
        <ThemeSwitch />
      </div>
    </Card>
  );
}
