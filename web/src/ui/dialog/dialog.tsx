/** A native modal dialog, open while mounted. It shows its errors itself, because the page behind is inert. */

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { DialogMessages } from './dialog-messages.tsx';
import { KeepOpenContext } from './keep-dialog-open.ts';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  title: string;
  /** Read by screen readers when the dialog opens. */
  description?: ReactNode;
  icon?: LucideIcon;
  /** Unmounts the dialog: on Esc, on a click outside, and by its Cancel button. */
  onClose: () => void;
  /** Prevents closing while an action runs. A Form inside does that on its own. */
  busy?: boolean;
  /** Why the last attempt failed; stays until the next one. */
  problem?: string;
  /** 640 pixels instead of 448, for longer text. */
  wide?: boolean;
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { title, description, icon: Icon, busy = false, problem, wide = false, children } = props;
  const id = useId();
  const [keptOpen, setKeptOpen] = useState(false);
  const modal = useModal(props.onClose, busy || keptOpen);
  return (
    <dialog
      {...modal}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-text`}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
    >
      <div className="p-6">
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
        <KeepOpenContext value={setKeptOpen}>{children}</KeepOpenContext>
      </div>
    </dialog>
  );
}
