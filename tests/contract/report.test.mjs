import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { coverageOf, faultsOf } from './report.mjs';

const operation = (name, ...statuses) => ({ name, responses: new Map(statuses.map((status) => [status, {}])) });
const get = operation('GET /things', '200', '404');
const post = operation('POST /things', '201');

test('the same fault is told once, with its number', () => {
  const judged = ['A.One', 'A.Two'].map((name) => ({
    operation: get,
    exchange: { test: name, method: 'GET', path: '/things?x', status: 200 },
    faults: ['no'],
  }));
  assert.deepEqual(faultsOf(judged).failures, ['GET /things 200: no (2 times, first in A.One)']);
});

test('an operation that nobody asked fails the run; a status that nobody saw is told', () => {
  const seen = coverageOf({ operations: [get, post] }, [{ operation: get, status: '200' }], []);
  assert.deepEqual(seen.failures, ['POST /things is touched by no test']);
  assert.deepEqual(seen.report, ['GET /things: no test saw 404', '1 of 2 operations touched']);
});

test('an exception holds while it is needed and fails afterwards', () => {
  const judged = [{ operation: get, status: '200' }];
  assert.deepEqual(coverageOf({ operations: [get, post] }, judged, ['POST /things']).failures, []);
  assert.deepEqual(coverageOf({ operations: [get] }, judged, ['GET /things']).failures, ['GET /things needs no exception: tests touch it']);
  assert.deepEqual(coverageOf({ operations: [get] }, judged, ['PUT /x']).failures, ['PUT /x needs no exception: it does not exist']);
});

test('the command fails for a bad answer and passes for a good one', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'contract-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const here = (file) => new URL(file, import.meta.url).pathname;
  const check = (act, status) => {
    const record = path.join(folder, 'record.jsonl');
    const line = { test: 'T.T', method: 'DELETE', path: '/api/v1/things/A', status, response: { headers: [], body_base64: '' } };
    writeFileSync(record, `${JSON.stringify(line)}\n`);
    return spawnSync(process.execPath, [here('check.mjs'), act, here('fixture/openapi.yaml'), record], { encoding: 'utf8' });
  };
  assert.equal(check('responses', 204).status, 0);
  const bad = check('responses', 200);
  assert.equal(bad.status, 1);
  assert.match(bad.stderr, /DELETE \/api\/v1\/things\/\{code\} 200: status 200 is not documented/);
  assert.equal(check('coverage', 204).status, 1);
});
