/** The load profiles: number of users, duration and bounds, for the same five scenarios. */

import type { Options, Scenario } from 'k6/options';
import type { ProfileName } from './settings.ts';
import { settings } from './settings.ts';

/** Journeys started per minute (for chats: concurrent pairs), the seconds that one lasts, and bounds of response times. */
const scenarios = {
  visitors: { perMinute: 300, lastsSeconds: 2, p95Ms: 250, p99Ms: 600 },
  borrowers: { perMinute: 12, lastsSeconds: 15, p95Ms: 500, p99Ms: 1200 },
  lenders: { perMinute: 30, lastsSeconds: 5, p95Ms: 500, p99Ms: 1200 },
  chat: { concurrent: 5, p95Ms: 500, p99Ms: 1200 },
  loans: { perMinute: 6, lastsSeconds: 30, p95Ms: 500, p99Ms: 1200 },
} as const;

export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];

interface Profile {
  seconds: number;
  /** Shares of the duration, each with the multiple of the usual load at its end; interpolated linearly. */
  stages: readonly (readonly [share: number, times: number])[];
  /** Multiplies the bounds on response times, because an overloaded product is slower. */
  boundFactor: number;
  failedShare: number;
}

const minute = 60;
const profiles: Record<ProfileName, Profile> = {
  smoke: { seconds: 20, stages: [[1, 1]], boundFactor: 1, failedShare: 0 },
  load: { seconds: 10 * minute, stages: [[1, 1]], boundFactor: 1, failedShare: 0.001 },
  stress: {
    seconds: 20 * minute,
    stages: [
      [0.2, 1],
      [0.2, 2],
      [0.2, 4],
      [0.2, 8],
      [0.2, 16],
    ],
    boundFactor: 10,
    failedShare: 0.01,
  },
  spike: {
    seconds: 5 * minute,
    stages: [
      [0.3, 1],
      [0.03, 10],
      [0.3, 10],
      [0.03, 1],
      [0.34, 1],
    ],
    boundFactor: 10,
    failedShare: 0.01,
  },
  soak: { seconds: 4 * 60 * minute, stages: [[1, 1]], boundFactor: 1, failedShare: 0.001 },
};

const secondsOf: Record<string, number> = { ms: 0.001, s: 1, m: minute, h: 60 * minute };

/** Parses `90s` or `1h30m`; settings.ts has validated the format. */
function readSeconds(text: string): number {
  let sum = 0;
  for (const [, count, unit = 's'] of text.matchAll(/(\d+)(ms|s|m|h)/g))
    sum += Number(count) * (secondsOf[unit] ?? 0);
  return sum;
}

function scenarioOf(name: ScenarioName, profile: Profile): Scenario {
  const total = settings.duration ? readSeconds(settings.duration) : profile.seconds;
  const one = scenarios[name];
  const base = ('concurrent' in one ? one.concurrent : one.perMinute) * settings.rate;
  const atLeastOne = (count: number) => Math.max(1, Math.round(count));
  const stages = profile.stages.map(([share, times]) => ({
    duration: `${Math.round(total * share * 1000)}ms`,
    target: atLeastOne(base * times),
  }));
  const start = atLeastOne(base);
  // Started journeys may finish.
  const shared = { exec: name, gracefulStop: '90s' };
  if ('concurrent' in one)
    return { executor: 'ramping-vus', startVUs: start, stages, gracefulRampDown: '90s', ...shared };
  const maxTimes = Math.max(...profile.stages.map(([, times]) => times));
  const virtualUsers = (times: number) => Math.ceil((base / minute) * times * one.lastsSeconds) + 1;
  return {
    executor: 'ramping-arrival-rate',
    startRate: start,
    timeUnit: '1m',
    stages,
    preAllocatedVUs: virtualUsers(1),
    maxVUs: virtualUsers(maxTimes * 4),
    ...shared,
  };
}

function thresholdsOf(name: ScenarioName, profile: Profile): Record<string, string[]> {
  const factor = profile.boundFactor * settings.boundFactor;
  const { p95Ms, p99Ms } = scenarios[name];
  const times = (p95: number, p99: number) => [`p(95)<=${p95 * factor}`, `p(99)<=${p99 * factor}`];
  const scenarioMetric = (metric: string) => `${metric}{scenario:${name}}`;
  return {
    [scenarioMetric('answer_ms')]: times(p95Ms, p99Ms),
    [scenarioMetric('failed_calls')]: [`rate<=${profile.failedShare}`],
    [scenarioMetric('finished_journeys')]: [`rate>=${1 - 10 * profile.failedShare}`],
    // Always met: they include the metric in the summary.
    [scenarioMetric('writes')]: ['count>=0'],
    [scenarioMetric('retried_tries')]: ['count>=0'],
    ...(name === 'chat'
      ? { message_ms: times(300, 1000), wrong_messages: ['count==0'], reconnects: ['count>=0'] }
      : {}),
  };
}

/** k6's options for a script with these scenarios, each an exported function of the same name. */
export function optionsOf(names: readonly ScenarioName[]): Options {
  const profile = profiles[settings.profile];
  const all = names.map((name) => ({
    scenarios: { [name]: scenarioOf(name, profile) },
    thresholds: thresholdsOf(name, profile),
  }));
  return {
    scenarios: Object.assign({}, ...all.map((one) => one.scenarios)),
    thresholds: Object.assign({}, ...all.map((one) => one.thresholds)),
    summaryTrendStats: ['count', 'med', 'p(95)', 'p(99)', 'max'],
    setupTimeout: '2m',
    // The tag `name` has our kind of call; URLs with ids would create unlimited time series.
    systemTags: ['scenario', 'name', 'method', 'status', 'error_code'],
    userAgent: 'nameloan-load',
  };
}
