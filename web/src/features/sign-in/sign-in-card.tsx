/** The centered card of the sign-in pages. */

import type { ReactNode } from 'react';

export interface SignInCardProps {
  /** The page's h1. */
  heading: ReactNode;
  children: ReactNode;
}

export function SignInCard({ heading, children }: SignInCardProps) {
  return (
    <div className="mx-auto w-full max-w-[26.25rem] py-6 sm:py-12">
      <div className="mb-6 text-center">{heading}</div>
      <div className="rounded-lg border border-line bg-surface p-5 sm:p-6">{children}</div>
    </div>
  );
}
