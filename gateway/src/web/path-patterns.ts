/** Matches request paths against the app's route patterns from the build. */

/** A parameter segment of a pattern. */
const name = /^:\w+(\?)?$/;

function segmentPattern(segment: string): string {
  const named = name.exec(segment);
  if (!named) return `/${segment.replace(/[^\w-]/g, '\\$&')}`;
  return named[1] ? '(?:/[^/]+)?' : '/[^/]+';
}

/** Builds one matcher for all patterns. Segments like `:page?` are optional; a trailing slash is ignored. */
export function createPathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const alternatives = patterns.map((pattern) =>
    pattern
      .split('/')
      .filter((segment) => segment !== '')
      .map(segmentPattern)
      .join(''),
  );
  const test = new RegExp(`^(?:${alternatives.join('|')})/?$`);
  return (path) => test.test(path);
}
