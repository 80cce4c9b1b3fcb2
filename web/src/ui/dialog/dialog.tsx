/** A native modal dialog: open while it is mounted. What fails inside it is told inside it, for all else is inert. */

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { DialogMessages } from './dialog-messages.tsx';
import { KeepOpenContext } from './keep-dialog-open.ts';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  title: string;
  /** What it is about, heard when it opens. */
  description?: ReactNode;
  icon?: LucideIcon;
  /** Takes the dialog off the page: on Esc, on a press beside it, and by its Cancel button. */
  onClose: () => void;
  /** Nothing closes it while something is under way. A Form inside holds it by itself. */
  busy?: boolean;
  /** Why the last try failed; stays until the next. */
  problem?: string;
  /** 448 pixels, or 640 for what is read. */
  wide?: boolean;
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { title, description, icon: Icon, busy = false, problem, wide = false, children } = props;
  const id = useId();
  const [held, setHeld] = useState(false);
  const modal = useModal(props.onClose, busy || held);
  return (
    <dialog
      {...modal}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-text`}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
    >
      <div className="p-6 sm:p-7">
        {Icon && (
          <span
            aria-hidden="true"
            className="mb-4 flex size-11 items-center justify-center rounded-lg bg-brand-tint text-brand-ink"
          >
            <Icon size={20} />
          </span>
        )}
        <h2 id={`${id}-title`} className="display text-xl leading-7 wrap-anywhere">
          {title}
        </h2>
        {description !== undefined && (
          <div id={`${id}-text`} className="mt-1.5 text-ink-2 wrap-anywhere">
            {description}
          </div>
        )}
        <DialogMessages problem={problem} />
        <KeepOpenContext value={setHeld}>{children}</KeepOpenContext>
      </div>
    </dialog>
  );
}
