/** A "..." menu with a row's further actions. Disabled items show why. */

import clsx from 'clsx';
import { Ellipsis } from 'lucide-react';
import { Popover } from './popover.tsx';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  /** Why the item is disabled; shown below its label. */
  disabledReason?: string;
  danger?: boolean;
}

export interface MenuProps {
  /** "More actions for harborline.com". */
  name: string;
  items: readonly MenuItem[];
}

export function Menu({ name, items }: MenuProps) {
  const explained = items.some((item) => item.disabledReason !== undefined);
  return (
    <Popover
      name={name}
      trigger={<Ellipsis size={18} aria-hidden="true" />}
      width={explained ? 'w-64' : 'w-48'}
    >
      {(close) => (
        <ul>
          {items.map((item) => (
            <li key={item.label}>
              <button
                type="button"
                aria-disabled={item.disabledReason === undefined ? undefined : true}
                onClick={() => {
                  if (item.disabledReason !== undefined) return;
                  // Close first, so that the focus is back on the button when a dialog opens.
                  close();
                  item.onSelect();
                }}
                className={clsx(
                  'flex min-h-9 w-full flex-col justify-center rounded-md px-3 py-1.5 text-left -outline-offset-2',
                  item.disabledReason === undefined
                    ? ['hover:bg-sunken', item.danger && 'text-red']
                    : 'cursor-not-allowed text-ink-3',
                )}
              >
                {item.label}
                {item.disabledReason !== undefined && (
                  <span className="text-2xs whitespace-normal">{item.disabledReason}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
