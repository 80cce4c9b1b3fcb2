/** The length of what users type, in Unicode code points: an emoji of two UTF-16 units counts once, as in the web app. */

/** Whether the text has more than `max` code points; a huge text is rejected without being split. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}

/** At most `max` code points, the last of them an ellipsis if some are cut. */
export function shorten(text: string, max: number): string {
  return isLongerThan(text, max)
    ? `${[...text.slice(0, 2 * max)].slice(0, max - 1).join('')}…`
    : text;
}
