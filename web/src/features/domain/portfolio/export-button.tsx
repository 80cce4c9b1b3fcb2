/** Saves all domains as CSV. */

import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../graph/save-file.ts';
import { Button } from '../../../ui/button/button.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';

export function ExportButton({ className }: { className?: string }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const error = await saveFile('/api/domains/export.csv', 'nameloan-domains.csv');
    if (error) showBanner('red', error);
    setBusy(false);
  };
  return (
    <Button variant="quiet" icon={Download} busy={busy} onClick={save} className={className}>
      Export CSV
    </Button>
  );
}
