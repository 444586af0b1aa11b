// Every operation of the OpenAPI document with the right it needs, as JSON.
//
//   node operations.mjs <openapi.yaml>

import { OpenApi } from './openapi.mjs';

const [document] = process.argv.slice(2);
if (document === undefined) {
  console.error('usage: operations.mjs <openapi.yaml>');
  process.exit(2);
}
console.log(JSON.stringify(new OpenApi(document).operations.map(({ method, path, right }) => ({ method, path, right: right ?? null }))));
