/** Fetches a file that needs the token, as an object URL for frames and links. */

import { useEffect, useState } from 'react';
import { fetchFile } from './client.ts';

/** Undefined while it loads or without a path; null if that failed. */
export function useObjectUrl(path: string | null): string | null | undefined {
  const [url, setUrl] = useState<string | null>();
  useEffect(() => {
    if (!path) return;
    let created: string | undefined;
    let unmounted = false;
    fetchFile(path)
      .then((response) => (response.ok ? response.blob() : undefined))
      .catch(() => undefined)
      .then((bytes) => {
        if (unmounted) return;
        created = bytes && URL.createObjectURL(bytes);
        setUrl(created ?? null);
      });
    return () => {
      unmounted = true;
      if (created) URL.revokeObjectURL(created);
    };
  }, [path]);
  return url;
}
