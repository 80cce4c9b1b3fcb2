/** Crops a picture with a circle, by mouse, touch or arrow keys, and a zoom slider. */

import 'react-easy-crop/react-easy-crop.css';
import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';
import type { Area } from 'react-easy-crop';
import Cropper from 'react-easy-crop';
import { Button } from '../../ui/button/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { drawPicture } from './draw-picture.ts';

const maxZoom = 4;
const zoomStep = 0.1;
const keyboardStepPx = 8;

/** The zoom change of + and -; other keys move the circle. */
function zoomStepFor(key: string): number {
  if (key === '+' || key === '=') return zoomStep;
  return key === '-' || key === '_' ? -zoomStep : 0;
}

export interface PictureCropProps {
  url: string;
  /** Keep transparency. */
  transparent: boolean;
  onPicture: (dataUrl: string) => void;
  onUnreadable: () => void;
  onBack: () => void;
}

export function PictureCrop(props: PictureCropProps) {
  const { url, transparent, onPicture, onUnreadable, onBack } = props;
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = zoomStepFor(event.key);
    if (step === 0) return;
    event.preventDefault();
    setZoom((before) => Math.min(maxZoom, Math.max(1, before + step)));
  };
  const take = async () => {
    if (!area) return;
    try {
      onPicture(await drawPicture(url, { area, transparent }));
    } catch {
      onUnreadable();
    }
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the circle inside has the focus */}
      <div
        onKeyDown={onKeyDown}
        className="relative mt-5 h-72 overflow-hidden rounded-lg bg-sunken [&_[data-testid=cropper]]:focus-visible:outline-3 [&_[data-testid=cropper]]:focus-visible:outline-white"
      >
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={keyboardStepPx}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
          cropperProps={{
            role: 'group',
            'aria-label': 'Crop area',
            'aria-describedby': id,
          }}
          mediaProps={{ alt: '', onError: onUnreadable }}
        />
      </div>
      <p id={id} className="mt-2 text-ink-3 text-xs">
        Arrow keys move the picture, + and - zoom.
      </p>
      <label className="mt-4 flex min-h-11 items-center gap-3 font-semibold">
        Zoom
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={zoomStep}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-6 flex-1 cursor-pointer accent-brand"
        />
      </label>
      <DialogActions>
        <Button variant="primary" disabled={!area} onClick={take}>
          Use picture
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Choose another
        </Button>
      </DialogActions>
    </>
  );
}
