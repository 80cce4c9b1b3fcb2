/** A user's picture or initials. Decorative: the name is shown as text next to it. */

import { getInitials } from '../../format/initials.ts';

export interface AvatarProps {
  name: string;
  /** Path of the picture; without one the initials are shown. */
  url?: string | null;
  size?: number;
}

export function Avatar({ name, url, size = 32 }: AvatarProps) {
  if (url)
    return (
      <img
        src={url}
        alt=""
        width={size}
        height={size}
        className="shrink-0 rounded-full object-cover"
        style={{ width: size, height: size }}
      />
    );
  return (
    <span
      aria-hidden="true"
      className="flex shrink-0 items-center justify-center rounded-md bg-avatar font-semibold text-white"
      style={{ width: size, height: size, fontSize: size * 0.375 }}
    >
      {getInitials(name)}
    </span>
  );
}
