/** Chooses a picture file and crops it. */

import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FileDrop } from '../../ui/input/file-drop.tsx';
import { PictureCrop } from './picture-crop.tsx';

const types = ['image/jpeg', 'image/png', 'image/gif'];
const unreadable = 'This file can’t be read as a picture.';

export interface PictureDialogProps {
  /** A data URL of 400 by 400 pixels. */
  onPicture: (dataUrl: string) => void;
  onClose: () => void;
}

export function PictureDialog({ onPicture, onClose }: PictureDialogProps) {
  const [file, setFile] = useState<File>();
  const [url, setUrl] = useState<string>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(undefined);
    };
  }, [file]);
  const reject = () => {
    setFile(undefined);
    setError(unreadable);
  };
  return (
    <Dialog
      title="Your picture"
      description={url ? 'Move and zoom the picture. The circle shows what others see.' : undefined}
      onClose={onClose}
    >
      {file && url ? (
        <PictureCrop
          url={url}
          transparent={file.type !== 'image/jpeg'}
          onPicture={onPicture}
          onUnreadable={reject}
          onBack={() => setFile(undefined)}
        />
      ) : (
        <div className="mt-5">
          <FileDrop
            label="Choose a picture, or drop it here"
            hint="JPEG, PNG or GIF."
            types={types}
            error={error}
            onFile={(chosen) => {
              setError(undefined);
              setFile(chosen);
            }}
          />
        </div>
      )}
    </Dialog>
  );
}
