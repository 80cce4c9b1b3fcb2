/** What paths show that do not exist. */

import { NotFoundPage } from '../ui/feedback/not-found-page.tsx';

/** Under /app, within its layout. */
export function UnknownAppPath() {
  return <NotFoundPage home="/app" />;
}

/** Rendered outside of every layout. */
export function UnknownPath() {
  return (
    <main id="main">
      <NotFoundPage />
    </main>
  );
}
