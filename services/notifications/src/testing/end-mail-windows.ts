/** Ends the mail windows of an account, which last for minutes of wall time. */

import { mailWindows } from '../mail-window/mail-window.model.ts';
import { commit } from '../service-context.ts';

export async function endMailWindows(accountId: string): Promise<void> {
  await commit(async (tx) => {
    for (const window of await mailWindows.findMany({}, { tx }))
      if (window.id.startsWith(accountId))
        await mailWindows.update(window, { ...window, endsAt: new Date(Date.now() - 1) }, tx);
  });
}
