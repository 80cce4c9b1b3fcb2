/** Sorting JSON keys without changing any other character. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortJson } from './sort-json.ts';

const cases: [string, string][] = [
  ['{"b":1,"a":2}', '{"a":2,"b":1}'],
  [
    ' { "b" : { "d" : 1 , "c" : [ { "z":1,"y":2 } , 3 ] } , "a" : null } ',
    '{"a":null,"b":{"c":[{"y":2,"z":1},3],"d":1}}',
  ],
  ['{"n":1.0,"m":1e+2,"l":0.0000001,"k":-0}', '{"k":-0,"l":0.0000001,"m":1e+2,"n":1.0}'],
  ['{"10":1,"9":2,"a":3}', '{"10":1,"9":2,"a":3}'],
  ['{"s":"a\\u0041\\"\\/"}', '{"s":"a\\u0041\\"\\/"}'],
  ['{"__proto__":{"b":1,"a":2}}', '{"__proto__":{"a":2,"b":1}}'],
  ['[true,false,null,"x",{}]', '[true,false,null,"x",{}]'],
  ['[]', '[]'],
  ['{"é":1,"z":2}', '{"z":2,"é":1}'],
  ['12345678901234567890', '12345678901234567890'],
];
for (const [json, sorted] of cases) {
  test(`${json} is sorted`, () => assert.equal(sortJson(json), sorted));
}

test('invalid JSON, deep nesting and duplicate keys are rejected', () => {
  const deep = '['.repeat(40) + ']'.repeat(40);
  for (const json of [
    '',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1}{}',
    'NaN',
    '01',
    '"\n"',
    '{"a":1,"a":2}',
    deep,
  ]) {
    assert.throws(() => sortJson(json), SyntaxError, json);
  }
});

test('sorting keeps the meaning', () => {
  const json = '{"b":[1,{"y":"\\u00e9","x":[]}],"a":{"d":-1.5e-7,"c":"\\\\"}}';
  assert.deepEqual(JSON.parse(sortJson(json)), JSON.parse(json));
});
