/** Marks all notifications of one menu as read, up to the newest one on screen. */

import { toErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
import { showBanner } from '../../ui/feedback/banner.ts';
import { ReadAllNotificationsDocument } from './read-all-button.generated.ts';

export interface ReadAllButtonProps {
  upTo: string;
  /** Mark alerts instead of notifications. */
  alerts: boolean;
  /** All are read. The button stays, because it may have the focus. */
  disabled: boolean;
}

export function ReadAllButton({ upTo, alerts, disabled }: ReadAllButtonProps) {
  const [readAll, busy] = useAction(ReadAllNotificationsDocument);
  const press = async () => {
    if (disabled) return;
    try {
      await readAll({ upTo, message: alerts });
    } catch (error) {
      showBanner('red', toErrorDetails(error).message);
    }
  };
  return (
    <button
      type="button"
      aria-disabled={disabled || busy || undefined}
      onClick={press}
      className="min-h-8 rounded-md px-1.5 font-semibold text-brand-ink text-xs hover:underline aria-disabled:cursor-default aria-disabled:text-ink-3 aria-disabled:no-underline"
    >
      Mark all read
    </button>
  );
}
