/** Cases of dates: zones by their exact names, clocks that are put forward and back, and arguments that are missing. */
import { ObjectId } from 'bson';
import type { Case } from './case.ts';
import { evaluates, evaluationFails } from './case.ts';

const utc = (...parts: [number, number, number, number?, number?, number?]): Date =>
  new Date(Date.UTC(...parts));
const newYork = 'America/New_York';

function differs(
  name: string,
  ...[startDate, endDate, more, result]: [Date, Date, object, number | null]
): Case {
  const argument = { startDate, endDate, ...more };
  return evaluates(`$dateDiff ${name}`, {}, { $toInt: { $dateDiff: argument } }, result);
}

const day = utc(2024, 0, 1);

// Source: dateDiff and its utcOffsetCorrectionFor… functions (date_time_support.cpp).
const differences: Case[] = [
  differs(
    'in hours as the clock is put forward',
    utc(2021, 2, 14, 6),
    utc(2021, 2, 14, 8),
    { unit: 'hour', timezone: newYork },
    2,
  ),
  differs(
    'in hours as the clock is put back',
    utc(2021, 10, 7, 5),
    utc(2021, 10, 7, 7),
    { unit: 'hour', timezone: newYork },
    2,
  ),
  differs(
    'in minutes as the clock is put forward',
    utc(2021, 2, 14, 6, 59),
    utc(2021, 2, 14, 7, 0),
    { unit: 'minute', timezone: newYork },
    1,
  ),
  differs(
    'in seconds as the clock is put back',
    utc(2021, 10, 7, 5, 59, 59),
    utc(2021, 10, 7, 6, 0, 0),
    { unit: 'second', timezone: newYork },
    1,
  ),
  differs(
    'in days as the clock is put forward',
    utc(2021, 2, 13, 12),
    utc(2021, 2, 15, 12),
    { unit: 'day', timezone: newYork },
    2,
  ),
  differs(
    'asks only weeks for their start',
    day,
    utc(2024, 0, 31),
    { unit: 'day', startOfWeek: 'x' },
    30,
  ),
  differs(
    'of days without a start of the week',
    day,
    utc(2024, 0, 31),
    { unit: 'day', startOfWeek: null },
    30,
  ),
  differs(
    'of weeks without their start',
    day,
    utc(2024, 0, 31),
    { unit: 'week', startOfWeek: null },
    null,
  ),
  evaluationFails('$dateDiff of weeks with a start that is no day', 5439016, {
    $dateDiff: { startDate: day, endDate: day, unit: 'week', startOfWeek: 'x' },
  }),
];

// Source: makeTimeZone, TimeZoneDatabase::getTimeZone, whose names are in one case only.
const zones: Case[] = [
  ...[
    'utc',
    'america/new_york',
    'America/new_York',
    'AMERICA/NEW_YORK',
    'us/eastern',
    '+1',
    '+01:',
    'x',
  ].map((timezone) =>
    evaluationFails(`$hour in the zone ${timezone}`, 40485, { $hour: { date: day, timezone } }),
  ),
  ...['UTC', 'GMT', 'US/Eastern', 'Etc/GMT+5', 'EST', '+03', '+0530', '-11:00'].map((timezone) =>
    evaluates(
      `the zone ${timezone} is one`,
      {},
      { $dayOfYear: { date: utc(2024, 1, 1, 12), timezone } },
      32,
    ),
  ),
  evaluates('$hour in a zone that is missing', {}, { $hour: { date: day, timezone: '$no' } }, null),
  evaluates('$hour in no zone', {}, { $hour: { date: day } }, 0),
  evaluates(
    '$dateToString in a missing zone',
    {},
    { $dateToString: { date: day, timezone: '$no' } },
    null,
  ),
  evaluates(
    '$dateToString by a missing format',
    {},
    { $dateToString: { date: day, format: '$no' } },
    null,
  ),
  evaluationFails('$dateToString of nothing in no zone', 40485, {
    $dateToString: { date: null, timezone: 'x' },
  }),
  evaluationFails('$dateToString of nothing by no format', 18536, {
    $dateToString: { date: null, format: '%q' },
  }),
  evaluationFails('$dateToString by half a format', 18535, {
    $dateToString: { date: day, format: '%Y %' },
  }),
];

// Source: OID::asDateT (an int32 of seconds), timelib's warning for a day that a month does not have.
const conversions: Case[] = [
  evaluates(
    '$toDate of an ObjectId beyond 2038',
    {},
    { $toDate: new ObjectId('ffffffff0000000000000000') },
    new Date(-1000),
  ),
  evaluates(
    '$year of an ObjectId beyond 2038',
    {},
    { $year: new ObjectId('800000000000000000000000') },
    1901,
  ),
  evaluates('$toDate of a leap day', {}, { $toDate: '2024-02-29' }, utc(2024, 1, 29)),
  ...['2017-02-30', '2023-02-29', '2017-04-31', '2017-02-30T01:00:00Z'].map((text) =>
    evaluationFails(`$toDate of ${text}`, 241, { $toDate: text }),
  ),
  evaluates('$toLong of a date', {}, { $toLong: utc(1970, 0, 1, 0, 0, 1) }, 1000),
];

export const dateCases: Case[] = [...differences, ...zones, ...conversions];
