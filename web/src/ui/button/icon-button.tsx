/** An icon-only button of 40 by 40 pixels with an accessible name. */

import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { iconButtonClass } from './button-class.ts';

export interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** What it does, for screen readers. */
  name: string;
  icon: LucideIcon;
  iconSize?: number;
}

export function IconButton(props: IconButtonProps) {
  const { name, icon: Icon, iconSize = 19, className, ...rest } = props;
  return (
    <button type="button" aria-label={name} {...rest} className={clsx(iconButtonClass, className)}>
      <Icon size={iconSize} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
