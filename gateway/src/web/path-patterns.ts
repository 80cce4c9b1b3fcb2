/** Which paths the app knows: its routes, as its build names them, against the path that is asked for. */

/** A part of a pattern that says something other than itself. */
const name = /^:\w+(\?)?$/;

function segmentPattern(segment: string): string {
  const named = name.exec(segment);
  if (!named) return `/${segment.replace(/[^\w-]/g, '\\$&')}`;
  return named[1] ? '(?:/[^/]+)?' : '/[^/]+';
}

/** One test for all patterns: `/app/my-domains/:page?/list` has a part that may be absent. A slash at the end changes nothing. */
export function createPathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const every = patterns.map((pattern) =>
    pattern
      .split('/')
      .filter((segment) => segment !== '')
      .map(segmentPattern)
      .join(''),
  );
  const test = new RegExp(`^(?:${every.join('|')})/?$`);
  return (path) => test.test(path);
}
