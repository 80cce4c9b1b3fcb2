/** Of what one is mailed beside the bells; some of it always is. */

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
  loan: { label: 'Loans', hint: 'The steps of a loan.' },
  payment: { label: 'Payments', hint: 'Deposits, fees and refunds.' },
  domain: { label: 'Domains', hint: 'Proof, transfer and custody of a domain.' },
  expiry: { label: 'Registrations', hint: 'The end of a domain’s registration, and its renewal.' },
  message: { label: 'Messages', hint: 'New messages in the chat of a loan.' },
};

const always = [
  { label: 'Security', hint: 'Password, MFA and sessions.' },
  { label: 'Signatures', hint: 'A contract to sign, or signed.' },
  { label: 'Due dates', hint: 'Reminders that a loan is due, or in grace.' },
  { label: 'Notices of default', hint: 'A loan that was not repaid in time.' },
  { label: 'Disputes', hint: 'A loan in dispute, and how it is settled.' },
];

export function PreferencesCard({ preferences }: { preferences: MailPreferencesFieldsFragment }) {
  return (
    <Card title="MailPreferencesFields">
      <p className="mt-1 text-ink-2">
        Everything shows behind the bells. Choose what is mailed to you as well.
      </p>
      <div className="mt-3 grid gap-x-6 sm:grid-cols-2">
        {(Object.keys(groups) as Group[]).map((group) => (
          <Switch key={group} group={group} on={preferences.mail[group]} />
        ))}
      </div>
      <h3 className="mt-5 border-line border-t pt-5 font-semibold">Always mailed</h3>
      <p className="mt-1 text-ink-2">
        Who misses one of these may lose money or a domain, so they cannot be switched off.
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

/** Saves itself when it is pressed, and stands as pressed until the answer is there. */
function Switch({ group, on }: { group: Group; on: boolean }) {
  const { label, hint } = groups[group];
  const [wanted, setWanted] = useState<boolean>();
  const [save] = useAction(SavePreferencesDocument);
  const change = async (next: boolean) => {
    if (wanted !== undefined) return;
    setWanted(next);
    try {
      await save({ mail: { [group]: next } });
      showBanner('green', `${label}: mail ${next ? 'on' : 'off'}`);
    } catch (error) {
      showBanner('red', toErrorDetails(error).message);
    } finally {
      setWanted(undefined);
    }
  };
  return (
    <Checkbox
      label={label}
      hint={hint}
      checked={wanted ?? on}
      onChange={(event) => void change(event.target.checked)}
      className="pb-2"
    />
  );
}
