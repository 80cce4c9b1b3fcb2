/** A text link: underlined, in the brand colour. */

import clsx from 'clsx';
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface TextLinkProps
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'className'> {
  /** A path of the app, or any URL with `newTab`. */
  to: string;
  newTab?: boolean;
  children: ReactNode;
  /** For layout only. */
  className?: string;
}

export function TextLink({ to, newTab = false, children, className, ...rest }: TextLinkProps) {
  const linkClass = clsx(
    'inline-flex min-h-6 items-center gap-1.5 font-semibold text-brand-ink underline decoration-1 underline-offset-4 hover:decoration-2',
    className,
  );
  if (newTab)
    return (
      <a {...rest} href={to} target="_blank" rel="noreferrer" className={linkClass}>
        {children}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    );
  return (
    <Link {...rest} to={to} className={linkClass}>
      {children}
    </Link>
  );
}
