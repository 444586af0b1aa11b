import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Judge } from './exchange.mjs';
import { OpenApi } from './openapi.mjs';

const judge = new Judge(new OpenApi(new URL('fixture/openapi.yaml', import.meta.url).pathname));
const json = ['content-type', 'application/json; charset=utf-8'];
const problemJson = ['content-type', 'application/problem+json'];

function exchange(method, path, status, headers = [], body = '') {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { method, path, status, response: { headers, body_base64: bytes.toString('base64') } };
}
const faults = (...parts) => judge.judge(exchange(...parts)).faults;
const list = (things, ...headers) => faults('GET', '/api/v1/things', 200, [json, ['ETag', '"1"'], ...headers], things);

test('an answer as documented has no fault', () => {
  assert.deepEqual(list([{ code: 'A', made_at: '2015-05-20T20:59:59Z', parts: [{ code: 'B' }] }]), []);
  assert.deepEqual(faults('GET', '/api/v1/things/A?x=1', 200, [json], { code: 'A', owner: { name: null } }), []);
  assert.deepEqual(faults('DELETE', '/api/v1/things/A', 204), []);
  assert.deepEqual(faults('GET', '/healthz', 200, [json], { anything: 1 }), []);
});

test('a status that is not documented is a fault', () => {
  assert.deepEqual(faults('GET', '/api/v1/things/A', 404, [problemJson], { type: 'x', status: 404 }), ['status 404 is not documented']);
});

test('a kind of status covers its statuses, and no others', () => {
  assert.deepEqual(faults('GET', '/api/v1/things', 418, [problemJson], { type: 'x', status: 418 }), []);
  assert.deepEqual(faults('GET', '/api/v1/things', 500, [problemJson], { type: 'x', status: 500 }), ['status 500 is not documented']);
});

test('a member that is not documented is a fault, at any depth', () => {
  assert.deepEqual(list([{ code: 'A', phone: '1' }]), ['/0 has a member that is not documented: phone']);
  assert.deepEqual(list([{ code: 'A', parts: [{ code: 'B', phone: '1' }] }]), ['/0/parts/0 has a member that is not documented: phone']);
});

test('a composed object is closed as a whole, and so is what is inside it', () => {
  assert.match(faults('GET', '/api/v1/things/A', 200, [json], { code: 'A', owner: {}, more: 1 }).join(), /not documented: more/);
  assert.match(faults('GET', '/api/v1/things/A', 200, [json], { code: 'A', owner: { age: 1 } }).join(), /\/owner has a member that is not documented: age/);
});

test('a missing member, a wrong type and a wrong format are faults', () => {
  assert.match(list([{}]).join(), /must have required property 'code'/);
  assert.match(list([{ code: 7 }]).join(), /\/0\/code must be string/);
  assert.match(list([{ code: 'A', made_at: '2015-05-20T20:59:59' }]).join(), /must match format "date-time"/);
});

test('a wrong media type is a fault', () => {
  assert.deepEqual(faults('GET', '/api/v1/things', 200, [['content-type', 'text/html'], ['etag', '"1"']], '[]'), [
    'the media type text/html is not documented',
  ]);
  assert.deepEqual(faults('GET', '/api/v1/things', 200, [['etag', '"1"']], '[]'), ['the media type (none) is not documented']);
});

test('a missing header is a fault', () => {
  assert.deepEqual(faults('GET', '/api/v1/things', 200, [json], []), ['the header etag is missing']);
});

test('a header with a wrong value is a fault', () => {
  const problem = { type: 'x', status: 503 };
  assert.deepEqual(faults('POST', '/api/v1/things', 503, [problemJson, ['Retry-After', '5']], problem), []);
  assert.match(faults('POST', '/api/v1/things', 503, [problemJson, ['Retry-After', 'soon']], problem).join(), /retry-after/);
  assert.match(faults('POST', '/api/v1/things', 503, [problemJson, ['Retry-After', '0']], problem).join(), /retry-after/);
});

test('a header that clients act upon must be documented', () => {
  assert.deepEqual(faults('DELETE', '/api/v1/things/A', 204, [['ETag', '"1"']]), ['the header etag is not documented']);
});

test('a path that is not documented may only answer with a problem', () => {
  assert.deepEqual(faults('GET', '/api/v1/secrets', 404, [problemJson], { type: 'x', status: 404 }), []);
  assert.match(faults('GET', '/api/v1/secrets', 200, [json], {}).join(), /\/api\/v1\/secrets is not documented, and it answered 200/);
  assert.match(faults('GET', '/api/v1/secrets', 404, [['content-type', 'text/html']], '').join(), /not application\/problem\+json/);
  assert.match(faults('GET', '/api/v1/secrets', 404, [problemJson], { type: 'x', status: 404, sql: '' }).join(), /not documented: sql/);
});

test('a method that is not documented may only be refused, with the true list', () => {
  const problem = { type: 'x', status: 405 };
  assert.deepEqual(faults('PUT', '/api/v1/things', 405, [problemJson, ['Allow', 'GET, HEAD, POST, OPTIONS']], problem), []);
  assert.deepEqual(faults('PUT', '/api/v1/things', 405, [problemJson, ['Allow', 'GET, PATCH']], problem), [
    'Allow leaves out POST, which is documented',
    'Allow names PATCH, which is not documented',
  ]);
  assert.match(faults('PUT', '/api/v1/things', 200, [json], {}).join(), /PUT \/api\/v1\/things is not documented, and it answered 200/);
});

test('HEAD is held against GET, without a body', () => {
  assert.deepEqual(faults('HEAD', '/api/v1/things', 200, [json, ['ETag', '"1"']]), []);
  assert.deepEqual(faults('HEAD', '/api/v1/things', 200, [json, ['ETag', '"1"']], '[]'), ['an answer to HEAD has a body']);
  assert.deepEqual(faults('HEAD', '/api/v1/things', 200, [json]), ['the header etag is missing']);
});

test('a body where none is documented is a fault', () => {
  assert.deepEqual(faults('DELETE', '/api/v1/things/A', 204, [], 'x'), ['it has a body where none is documented']);
});

test('a fixed segment wins over a variable one', () => {
  assert.deepEqual(faults('GET', '/api/v1/things/newest', 200, [['content-type', 'text/plain']], 'A'), []);
});

test('compressed answers are read', () => {
  const body = JSON.stringify([{ code: 'A', phone: '1' }]);
  const seen = ['/0 has a member that is not documented: phone'];
  const sent = (encoding, bytes) => faults('GET', '/api/v1/things', 200, [json, ['etag', '"1"'], ['content-encoding', encoding]], bytes);
  assert.deepEqual(sent('gzip', gzipSync(body)), seen);
  assert.deepEqual(sent('br', brotliCompressSync(body)), seen);
});

test('what is no JSON, and a problem that lies about its status, are faults', () => {
  assert.deepEqual(list('[{'), ['its body is not JSON']);
  assert.deepEqual(faults('POST', '/api/v1/things', 422, [problemJson], { type: 'x', status: 400 }), [
    'the problem says status 400, and it was sent with 422',
  ]);
});
