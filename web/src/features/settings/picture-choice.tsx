/** The user's picture or initials, with buttons to change it. Clicking the initials uploads a picture. */

import { Button } from '../../ui/button/button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';

const sizePx = 72;

export interface PictureChoiceProps {
  name: string;
  /** Without one the initials are shown. */
  url: string | null | undefined;
  unsaved: boolean;
  onChoose: () => void;
  onInitials: () => void;
}

export function PictureChoice({ name, url, unsaved, onChoose, onInitials }: PictureChoiceProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4">
      {url ? (
        <>
          <Avatar name={name} url={url} size={sizePx} />
          <div className="flex flex-wrap gap-2">
            <Button size="row" onClick={onChoose}>
              Change picture
            </Button>
            <Button size="row" variant="quiet" onClick={onInitials}>
              Use initials
            </Button>
          </div>
        </>
      ) : (
        <>
          <button
            type="button"
            aria-label="Upload a picture"
            onClick={onChoose}
            className="rounded-md outline-offset-2 hover:outline-2 hover:outline-line-strong"
          >
            <Avatar name={name} size={sizePx} />
          </button>
          <span className="text-ink-3 text-xs">Click your initials to upload a picture.</span>
        </>
      )}
      <span role="status" className="basis-full text-ink-2 text-xs empty:hidden">
        {unsaved && 'Not saved yet. Click Save Changes.'}
      </span>
    </div>
  );
}
