/** The one call by which every button of the profile saves: what is absent stays as it is. */

import type { ProfileInput } from '../../graph/schema.generated.ts';
import { useAction } from '../../graph/use-action.ts';
import { showBanner } from '../../ui/feedback/banner.ts';
import { SaveProfileDocument } from './profile.generated.ts';

/** Rejects with what a form shows beside its inputs. */
export function useSaveProfile(): (input: ProfileInput) => Promise<void> {
  // A new password ends the other sessions.
  const [save] = useAction(SaveProfileDocument, { refetch: ['Settings'] });
  return async (input) => {
    await save({ input });
    showBanner('green', 'Profile saved');
  };
}
