/** Converts k6's metrics into the summary. */

import type { ScenarioName } from './profiles.ts';
import { scenarioNames } from './profiles.ts';
import { settings } from './settings.ts';

interface Metric {
  values: Record<string, number>;
  thresholds?: Record<string, { ok: boolean }>;
}

export interface K6Data {
  metrics: Record<string, Metric>;
  state: { testRunDurationMs: number };
}

export interface ScenarioRow {
  scenario: ScenarioName;
  journeys: number;
  /** Journeys that did not finish. */
  brokenOff: number;
  calls: number;
  writes: number;
  medMs: number;
  p95Ms: number;
  p99Ms: number;
  failed: number;
  retried: number;
}

export interface Summary {
  profile: string;
  url: string;
  seconds: number;
  rows: ScenarioRow[];
  /** Null if the scenario did not run. */
  chat: {
    messages: number;
    medMs: number;
    p95Ms: number;
    p99Ms: number;
    wrong: number;
    reconnects: number;
  } | null;
  /** Journeys that could not start because too many were running. */
  dropped: number;
  bounds: { bound: string; held: boolean; measured: number }[];
  held: boolean;
}

/** False for bounds that only include a metric in the summary. */
const isBound = (bound: string) => !bound.endsWith('>=0');

function measuredValue(values: Record<string, number>, bound: string): number {
  return values[bound.replace(/[<>=].*$/, '')] ?? 0;
}

export function readMetrics({ metrics, state }: K6Data): Summary {
  const value = (name: string, key: string) => metrics[name]?.values[key] ?? 0;
  const rows = scenarioNames
    .filter((name) => metrics[`answer_ms{scenario:${name}}`])
    .map((scenario) => {
      const scenarioValue = (metric: string, key: string) =>
        value(`${metric}{scenario:${scenario}}`, key);
      return {
        scenario,
        journeys:
          scenarioValue('finished_journeys', 'passes') +
          scenarioValue('finished_journeys', 'fails'),
        brokenOff: scenarioValue('finished_journeys', 'fails'),
        calls: scenarioValue('answer_ms', 'count'),
        writes: scenarioValue('writes', 'count'),
        medMs: scenarioValue('answer_ms', 'med'),
        p95Ms: scenarioValue('answer_ms', 'p(95)'),
        p99Ms: scenarioValue('answer_ms', 'p(99)'),
        // A pass of this rate is a failed call.
        failed: scenarioValue('failed_calls', 'passes'),
        retried: scenarioValue('retried_tries', 'count'),
      };
    });
  const bounds = Object.entries(metrics).flatMap(([name, { values, thresholds = {} }]) =>
    Object.entries(thresholds)
      .filter(([bound]) => isBound(bound))
      .map(([bound, { ok }]) => ({
        bound: `${name} ${bound}`,
        held: ok,
        measured: measuredValue(values, bound),
      })),
  );
  // k6 considers a bound without samples met.
  for (const { scenario, journeys } of rows)
    bounds.push({
      bound: `${scenario}: a journey finished`,
      held: journeys > 0,
      measured: journeys,
    });
  const chat = metrics.message_ms && {
    messages: value('sent_messages', 'count'),
    medMs: value('message_ms', 'med'),
    p95Ms: value('message_ms', 'p(95)'),
    p99Ms: value('message_ms', 'p(99)'),
    wrong: value('wrong_messages', 'count'),
    reconnects: value('reconnects', 'count'),
  };
  return {
    profile: settings.profile,
    url: settings.baseUrl,
    seconds: state.testRunDurationMs / 1000,
    rows,
    chat: chat ?? null,
    dropped: value('dropped_iterations', 'count'),
    bounds,
    held: bounds.every(({ held }) => held),
  };
}
