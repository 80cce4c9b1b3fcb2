/** The error boundary's page. */

import { Loader } from '../ui/feedback/loader.tsx';
import { PageHeading } from '../ui/layout/page-heading.tsx';
import { useCheckingRelease } from './reload-on-new-release.ts';

export function CrashPage() {
  // A chunk of an old release may be missing; the page is about to reload into the new one.
  if (useCheckingRelease()) return <Loader />;
  return (
    <main className="mx-auto flex min-h-dvh max-w-[40rem] flex-col items-center justify-center px-5 py-20 text-center">
      <PageHeading title="An unexpected error has occurred.." className="text-[1.75rem] leading-9">
        An unexpected error has occurred..
      </PageHeading>
      <p className="mt-3 text-base text-ink-2">
        Anything already confirmed is safe. Reload to continue.
      </p>
      <button
        type="button"
        onClick={() => window.location.reload()}
        className="mt-8 inline-flex h-10 items-center rounded-md bg-brand px-4 font-semibold text-on-brand hover:bg-brand-hover"
      >
        Reload
      </button>
    </main>
  );
}
