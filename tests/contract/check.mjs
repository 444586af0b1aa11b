// Holds the recorded exchanges of a test run against the OpenAPI document.
//
//   node check.mjs responses <openapi.yaml> <record>               every answer is one that is documented
//   node check.mjs coverage  <openapi.yaml> <record> <exceptions>  every operation was asked at least once

import { existsSync, readFileSync } from 'node:fs';
import { Judge } from './exchange.mjs';
import { OpenApi } from './openapi.mjs';
import { coverageOf, faultsOf } from './report.mjs';

const [act, document, record, exceptions] = process.argv.slice(2);
if (!['responses', 'coverage'].includes(act) || record === undefined) {
  console.error('usage: check.mjs responses|coverage <openapi.yaml> <record> [<exceptions>]');
  process.exit(2);
}

const exchanges = existsSync(record)
  ? readFileSync(record, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line))
  : [];
const openapi = new OpenApi(document);
const judge = new Judge(openapi);
const judged = exchanges.map((exchange) => ({ exchange, ...judge.judge(exchange) }));
const lines = act === 'responses' ? faultsOf(judged) : coverageOf(openapi, judged, read(exceptions));
for (const line of lines.report) console.log(line);
for (const line of lines.failures) console.error(line);
process.exitCode = lines.failures.length > 0 ? 1 : 0;

function read(file) {
  if (file === undefined) return [];
  return readFileSync(file, 'utf8').split('\n').map((line) => line.replace(/#.*/, '').trim()).filter(Boolean);
}
