/** What a load script is told by `k6 run -e NAME=value`, read once; a wrong value stops it with a sentence. */

export const profileNames = ['smoke', 'load', 'stress', 'spike', 'soak'] as const;
export type ProfileName = (typeof profileNames)[number];

function fault(sentence: string): never {
  throw new Error(sentence);
}

function address(name: string, standard: string): string {
  const text = __ENV[name] || standard;
  if (!/^https?:\/\/[^/]+\/*$/.test(text))
    fault(`${name} is not an address like ${standard}: ${text}`);
  return text.replace(/\/+$/, '');
}

function readProfile(): ProfileName {
  const text = __ENV.PROFILE || 'smoke';
  const found = profileNames.find((one) => one === text);
  return found ?? fault(`PROFILE is one of ${profileNames.join(', ')}: ${text}`);
}

/** As k6 writes lengths of time; absent: the profile's own. */
function readDuration(): string | undefined {
  const text = __ENV.DURATION || undefined;
  if (text !== undefined && !/^(\d+(ms|s|m|h))+$/.test(text))
    fault(`DURATION is not a length of time like 90s or 2h: ${text}`);
  return text;
}

function factor(name: string): number {
  const value = Number(__ENV[name] || 1);
  return value > 0 && Number.isFinite(value)
    ? value
    : fault(`${name} is not a number above 0: ${__ENV[name]}`);
}

function onOff(name: string): boolean {
  const text = __ENV[name] || 'on';
  return text === 'on' || text === 'off' ? text === 'on' : fault(`${name} is on or off: ${text}`);
}

export const settings = {
  baseUrl: address('BASE_URL', 'http://127.0.0.1:4000'),
  sandboxUrl: address('SANDBOX_URL', 'http://127.0.0.1:4100'),
  profile: readProfile(),
  duration: readDuration(),
  /** How many times as many people as the profile says. */
  rate: factor('RATE'),
  /** The bounds on times are so many times as wide. */
  boundFactor: factor('BOUND_FACTOR'),
  /** Whether the web app is behind the same address. */
  web: onOff('WEB'),
  /** Folder for the summary as JSON and HTML; absent: only the text is printed. */
  summaryDir: __ENV.SUMMARY_DIR || undefined,
};
