/** Settings of a load script from `k6 run -e NAME=value`; an invalid value stops it with a message. */

export const profileNames = ['smoke', 'load', 'stress', 'spike', 'soak'] as const;
export type ProfileName = (typeof profileNames)[number];

function fail(message: string): never {
  throw new Error(message);
}

function readUrl(name: string, standard: string): string {
  const text = __ENV[name] || standard;
  if (!/^https?:\/\/[^/]+\/*$/.test(text)) fail(`${name} is not a URL like ${standard}: ${text}`);
  return text.replace(/\/+$/, '');
}

function readProfile(): ProfileName {
  const text = __ENV.PROFILE || 'smoke';
  const profile = profileNames.find((one) => one === text);
  return profile ?? fail(`PROFILE is one of ${profileNames.join(', ')}: ${text}`);
}

/** In k6's format; absent: the profile's duration. */
function readDuration(): string | undefined {
  const text = __ENV.DURATION || undefined;
  if (text !== undefined && !/^(\d+(ms|s|m|h))+$/.test(text))
    fail(`DURATION is not a duration like 90s or 2h: ${text}`);
  return text;
}

function readFactor(name: string): number {
  const value = Number(__ENV[name] || 1);
  return value > 0 && Number.isFinite(value)
    ? value
    : fail(`${name} is not a number above 0: ${__ENV[name]}`);
}

function readOnOff(name: string): boolean {
  const text = __ENV[name] || 'on';
  return text === 'on' || text === 'off' ? text === 'on' : fail(`${name} is on or off: ${text}`);
}

export const settings = {
  baseUrl: readUrl('BASE_URL', 'http://127.0.0.1:4000'),
  sandboxUrl: readUrl('SANDBOX_URL', 'http://127.0.0.1:4100'),
  profile: readProfile(),
  duration: readDuration(),
  /** Multiplies the profile's load. */
  rate: readFactor('RATE'),
  /** Multiplies the bounds on response times. */
  boundFactor: readFactor('BOUND_FACTOR'),
  /** Whether the web app is behind the same URL. */
  web: readOnOff('WEB'),
  /** Folder for the summary as JSON and HTML; absent: only the text is printed. */
  summaryDir: __ENV.SUMMARY_DIR || undefined,
};
