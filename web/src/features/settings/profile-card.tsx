/** The profile: picture, read-only name and email, and password. */

import { Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Field } from '../../ui/input/field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PictureChoice } from './picture-choice.tsx';
import type { ProfileFragment } from './profile.generated.ts';
import { useSaveProfile } from './use-save-profile.ts';

/** Lazy, because it includes the cropping library. */
const PictureDialog = lazyComponent(
  async () => (await import('./picture-dialog.tsx')).PictureDialog,
);

/** The server validates passwords. */
const schema = z.object({ curPassword: z.string(), newPassword: z.string() });
const noPasswords = { curPassword: '', newPassword: '' };

export function ProfileCard({ profile }: { profile: ProfileFragment }) {
  const save = useSaveProfile();
  /** The unsaved choice: a data URL, or null for the initials. Undefined: unchanged. */
  const [picture, setPicture] = useState<string | null>();
  const [choosing, setChoosing] = useState(false);
  const name = profile.name ?? '';
  const submit = async (passwords: typeof noPasswords) => {
    await save({ ...passwords, ...(picture !== undefined && { pfp: picture }) });
    setPicture(undefined);
  };
  return (
    <Card title="Profile">
      <PictureChoice
        name={name}
        url={picture === undefined ? profile.avatarUrl : picture}
        unsaved={picture !== undefined}
        onChoose={() => setChoosing(true)}
        onInitials={() => setPicture(profile.avatarUrl === null ? undefined : null)}
      />
      {choosing && (
        <Suspense>
          <PictureDialog
            onPicture={(chosen) => {
              setPicture(chosen);
              setChoosing(false);
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
      <div className="mt-6 grid gap-5 sm:grid-cols-2">
        <Field label="Full name" value={name} readOnly />
        <Field label="Email" value={profile.email ?? ''} readOnly />
      </div>
      <Form schema={schema} initial={noPasswords} onSubmit={submit} clearWhenDone className="mt-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField
            name="curPassword"
            label="Current password"
            autoComplete="current-password"
            hint="Needed to change your password."
          />
          <PasswordField
            name="newPassword"
            label="New password"
            autoComplete="new-password"
            hint="8 to 128 characters. Not your name or email."
          />
        </div>
        <SubmitButton className="mt-5">Save Changes</SubmitButton>
      </Form>
    </Card>
  );
}
