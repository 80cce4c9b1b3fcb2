/** A count at the corner of what it counts; "9+" beyond nine, nothing for none. The button's name says it too. */

export interface CountBadgeProps {
  count: number;
}

export function CountBadge({ count }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      // Painted, not written: "9+" is no part of the name that the button goes by.
      data-count={count > 9 ? '9+' : count}
      className="num absolute top-0 -right-0.5 min-w-[1.125rem] rounded-[5px] bg-brand px-1 text-center text-[.6875rem] leading-[1.125rem] font-bold text-on-brand outline-2 outline-bg before:content-[attr(data-count)]"
    />
  );
}
