/** Saves single fields of the profile; absent fields stay unchanged. */

import type { ProfileInput } from '../../graph/schema.generated.ts';
import { useAction } from '../../graph/use-action.ts';
import { showBanner } from '../../ui/feedback/banner.ts';
import { SaveProfileDocument } from './profile.generated.ts';

/** Rejects with an error that a form shows at its inputs. */
export function useSaveProfile(): (input: ProfileInput) => Promise<void> {
  // A new password ends the other sessions.
  const [save] = useAction(SaveProfileDocument, { refetch: ['Settings'] });
  return async (input) => {
    await save({ input });
    showBanner('green', 'Profile saved');
  };
}
