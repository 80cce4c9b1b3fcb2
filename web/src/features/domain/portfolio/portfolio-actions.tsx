/** Import and export of the whole list, next to Add New. */

import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../graph/save-file.ts';
import { Button } from '../../../ui/button/button.tsx';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';

/** `hasDomains`: false hides the export of an empty list. */
export function PortfolioActions({ hasDomains }: { hasDomains: boolean }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const error = await saveFile('/api/domains/export.csv', 'nameloan-domains.csv');
    if (error) showBanner('red', error);
    setBusy(false);
  };
  return (
    <>
      {hasDomains && (
        <Button variant="quiet" icon={Download} busy={busy} onClick={save}>
          Export CSV
        </Button>
      )}
      <LinkButton to="/app/my-domains/import" icon={Upload}>
        Import Names
      </LinkButton>
    </>
  );
}
