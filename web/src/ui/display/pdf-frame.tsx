/** A PDF, embedded if the browser can show it, always with a link to it. */

import clsx from 'clsx';
import { FileText } from 'lucide-react';
import { LinkButton } from '../button/link-button.tsx';
import { TextLink } from '../button/text-link.tsx';

export interface PdfFrameProps {
  /** Undefined while it loads: the frame is empty. */
  path: string | undefined;
  /** What it is: "Lending agreement on harborline.com". */
  name: string;
  /** Height of the frame. */
  className?: string;
}

/** That of its link, which appears once there is a path. */
const openHeight = 'h-9';
/** Hides the viewer's thumbnail pane. */
const view = '#navpanes=0&view=FitH';

export function PdfFrame({ path, name, className = 'h-[30rem]' }: PdfFrameProps) {
  if (!navigator.pdfViewerEnabled)
    return (
      <div className="flex flex-wrap items-center gap-4 rounded-md border border-line bg-sunken px-4 py-5">
        <FileText size={24} strokeWidth={1.5} aria-hidden="true" className="text-brand-ink" />
        <p className="min-w-0 flex-1 basis-40 wrap-anywhere">{name}</p>
        {path === undefined ? (
          <span className={openHeight} />
        ) : (
          <LinkButton to={path} newTab size="row">
            Open PDF
          </LinkButton>
        )}
      </div>
    );
  return (
    <>
      <iframe
        // A new frame per file keeps the file out of the page's history.
        key={path}
        src={path && `${path}${view}`}
        title={name}
        className={clsx('w-full rounded-md border border-line bg-white', className)}
      />
      <p className="mt-2 min-h-6 text-xs">
        {path !== undefined && (
          <TextLink to={path} newTab>
            Open PDF
          </TextLink>
        )}
      </p>
    </>
  );
}
