/** Email preferences: what is emailed in addition to the in-app notifications; some emails cannot be turned off. */

import { useState } from 'react';
import { toErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
import { showBanner } from '../../ui/feedback/banner.ts';
import { Checkbox } from '../../ui/input/checkbox.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { MailPreferencesFieldsFragment } from './preferences-card.generated.ts';
import { SavePreferencesDocument } from './preferences-card.generated.ts';

type Group = keyof MailPreferencesFieldsFragment['mail'];

const groups: Record<Group, { label: string; hint: string }> = {
  offer: { label: 'Offers', hint: 'Listings and the offers on them.' },
  loan: { label: 'Loans', hint: 'Each step of a loan.' },
  payment: { label: 'Payments', hint: 'Deposits, fees and refunds.' },
  domain: { label: 'Domains', hint: 'Verification, transfer and custody of a domain.' },
  expiry: { label: 'Registrations', hint: 'Expiry and renewal of a domain.' },
  message: { label: 'Messages', hint: 'New messages in the chat of a loan.' },
};

const always = [
  { label: 'Security', hint: 'Password, MFA and sessions.' },
  { label: 'Signatures', hint: 'Contracts to sign, and signed contracts.' },
  { label: 'Due dates', hint: 'Reminders for loans that are due or in grace.' },
  { label: 'Notices of default', hint: 'A loan that wasn’t repaid in time.' },
  { label: 'Disputes', hint: 'A loan in dispute, and its outcome.' },
];

export function PreferencesCard({ preferences }: { preferences: MailPreferencesFieldsFragment }) {
  return (
    <Card title="Email">
      <p className="mt-1 text-ink-2">
        Everything appears in the app. Choose what we also email you.
      </p>
      <div className="mt-3 grid gap-x-6 sm:grid-cols-2">
        {(Object.keys(groups) as Group[]).map((group) => (
          <Switch key={group} group={group} on={preferences.mail[group]} />
        ))}
      </div>
      <h3 className="mt-5 border-line border-t pt-5 font-semibold">Always emailed</h3>
      <p className="mt-1 text-ink-2">
        These stay on: missing one could cost you money or a domain.
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {always.map(({ label, hint }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd className="text-ink-3 text-xs">{hint}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Saves when toggled, and shows the new state while saving. */
function Switch({ group, on }: { group: Group; on: boolean }) {
  const { label, hint } = groups[group];
  const [pending, setPending] = useState<boolean>();
  const [save] = useAction(SavePreferencesDocument);
  const change = async (next: boolean) => {
    if (pending !== undefined) return;
    setPending(next);
    try {
      await save({ mail: { [group]: next } });
      showBanner('green', `${label}: email ${next ? 'on' : 'off'}`);
    } catch (error) {
      showBanner('red', toErrorDetails(error).message);
    } finally {
      setPending(undefined);
    }
  };
  return (
    <Checkbox
      label={label}
      hint={hint}
      checked={pending ?? on}
      onChange={(event) => void change(event.target.checked)}
      className="pb-2"
    />
  );
}
