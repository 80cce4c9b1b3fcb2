/** Marks all behind one bell as read, up to the newest that the reader can have seen. */

import { toErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
import { showBanner } from '../../ui/feedback/banner.ts';
import { ReadAllNotificationsDocument } from './read-all-button.generated.ts';

export interface ReadAllButtonProps {
  upTo: string;
  /** Of the alerts; else of the notifications. */
  alerts: boolean;
  /** All are read; it stays, for the focus may be on it. */
  off: boolean;
}

export function ReadAllButton({ upTo, alerts, off }: ReadAllButtonProps) {
  const [readAll, busy] = useAction(ReadAllNotificationsDocument);
  const press = async () => {
    if (off) return;
    try {
      await readAll({ upTo, message: alerts });
    } catch (error) {
      showBanner('red', toErrorDetails(error).message);
    }
  };
  return (
    <button
      type="button"
      aria-disabled={off || busy || undefined}
      onClick={press}
      className="min-h-8 rounded-md px-1.5 font-semibold text-brand-ink text-xs hover:underline aria-disabled:cursor-default aria-disabled:text-ink-3 aria-disabled:no-underline"
    >
      Mark all read
    </button>
  );
}
