/** Where a DNS provider returns after its customer's answer: queues a check, because only DNS says what was added. */

import { useEffect, useRef } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { toErrorDetails } from '../../../graph/api-error.ts';
import { useAction } from '../../../graph/use-action.ts';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { Loader } from '../../../ui/feedback/loader.tsx';
import { QueueCheckDocument } from './verify-dialog.generated.ts';

export function ConnectedPage() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [queueCheck] = useAction(QueueCheckDocument);
  const started = useRef(false);
  const isRejected = query.has('error');
  useEffect(() => {
    // In development React runs effects twice.
    if (started.current) return;
    started.current = true;
    const open = () =>
      navigate(`/app/my-domains?verify=${encodeURIComponent(id)}`, { replace: true });
    if (isRejected) {
      showBanner('red', 'Your provider did not add the record.');
      void open();
      return;
    }
    queueCheck({ id })
      .then(
        () => showBanner('green', 'Transfer added to queue'),
        (error: unknown) => showBanner('red', toErrorDetails(error).message),
      )
      .then(open);
  }, [id, isRejected, navigate, queueCheck]);
  return <Loader />;
}
