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
        <button
          type="button"
          onClick={onChoose}
          className="flex items-center gap-4 rounded-md pr-4 font-semibold outline-offset-2 hover:bg-sunken"
        >
          <Avatar name={name} size={sizePx} />
          Upload a picture
        </button>
      )}
      <span role="status" className="basis-full text-ink-2 text-xs empty:hidden">
        {unsaved && 'Not saved yet. Click Save Changes.'}
      </span>
    </div>
  );
}
