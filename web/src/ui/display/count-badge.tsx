/** A count badge at the corner of an icon: "9+" above nine, nothing for zero. The button's name has the count too. */

export interface CountBadgeProps {
  count: number;
}

export function CountBadge({ count }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      // Drawn by CSS, so that it does not become part of the button's name.
      data-count={count > 9 ? '9+' : count}
      className="num absolute top-0 -right-0.5 min-w-[1.125rem] rounded-[5px] bg-brand px-1 text-center text-[.6875rem] leading-[1.125rem] font-bold text-on-brand outline-2 outline-bg before:content-[attr(data-count)]"
    />
  );
}
