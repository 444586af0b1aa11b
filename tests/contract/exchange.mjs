// Judges one recorded exchange. Only the answer is judged: tests send broken requests on purpose.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Schemas } from './schema.mjs';

// Headers a client acts upon. When one of them is sent it is part of the contract, so it must be documented.
const meaningful = ['allow', 'etag', 'link', 'location', 'retry-after', 'set-cookie', 'www-authenticate'];
const problemType = 'application/problem+json';

export class Judge {
  #schemas = new Schemas();

  constructor(openapi) {
    this.openapi = openapi;
  }

  // { operation, status, faults }: the documented operation and status that the exchange touched, if any, and what is
  // wrong with it.
  judge(exchange) {
    const address = exchange.path.split('?')[0];
    const found = this.openapi.find(address);
    const reply = new Reply(exchange);
    if (found === undefined) return { faults: this.#nothingThere(reply, `${address} is not documented`) };

    const operation = found.operations.get(exchange.method) ?? (exchange.method === 'HEAD' ? found.operations.get('GET') : undefined);
    if (operation === undefined) return { faults: this.#wrongMethod(exchange.method, found, reply) };

    const key = documentedStatus(operation, reply.status);
    if (key === undefined) return { operation, faults: [`status ${reply.status} is not documented`] };
    const response = operation.responses.get(key);
    const faults = [...this.#headers(response, reply), ...this.#body(response, reply, exchange.method), ...problemFaults(reply)];
    return { operation, status: key, faults };
  }

  // Where the document knows nothing, the service may only say so.
  #nothingThere(reply, otherwise) {
    if (reply.status < 400) return [`${otherwise}, and it answered ${reply.status}`];
    const problem = this.openapi.root.member('components')?.member('schemas')?.member('Problem');
    if (reply.type !== problemType) return [`${otherwise}, and its error is not ${problemType} but ${reply.type || 'nothing'}`];
    if (reply.method === 'HEAD') return [];
    return [...(problem ? this.#schemas.faults(problem, reply.json()) : []), ...problemFaults(reply)];
  }

  #wrongMethod(method, found, reply) {
    const allowed = new Set((reply.header('allow') ?? '').split(',').map((name) => name.trim()).filter(Boolean));
    const documented = [...found.operations.keys()];
    const faults = [];
    if (reply.status === 405 || method === 'OPTIONS') {
      for (const name of documented) if (!allowed.has(name)) faults.push(`Allow leaves out ${name}, which is documented`);
      for (const name of allowed)
        if (!documented.includes(name) && !(name === 'HEAD' && documented.includes('GET')) && name !== 'OPTIONS')
          faults.push(`Allow names ${name}, which is not documented`);
    }
    if (method === 'OPTIONS' && reply.status < 300) return faults;
    return [...faults, ...this.#nothingThere(reply, `${method} ${found.path} is not documented`)];
  }

  #headers(response, reply) {
    const documented = new Map((response.member('headers')?.members() ?? []).map(([name, node]) => [name.toLowerCase(), node]));
    const faults = [];
    for (const [name, node] of documented) {
      const value = reply.header(name);
      if (value === undefined) {
        if (node.value.required === true) faults.push(`the header ${name} is missing`);
        continue;
      }
      const schema = node.member('schema');
      if (schema === undefined) continue;
      const wanted = [schema.value.type].flat();
      const typed = (wanted.includes('integer') || wanted.includes('number')) && value.trim() !== '' ? Number(value) : value;
      for (const fault of this.#schemas.faults(schema, typed)) faults.push(`the header ${name}: ${fault.replace(/^the body /, '')}`);
    }
    for (const name of meaningful)
      if (reply.header(name) !== undefined && !documented.has(name)) faults.push(`the header ${name} is not documented`);
    return faults;
  }

  #body(response, reply, method) {
    const content = response.member('content');
    if (method === 'HEAD') return reply.bytes.length > 0 ? ['an answer to HEAD has a body'] : [];
    if (content === undefined) return reply.bytes.length > 0 ? ['it has a body where none is documented'] : [];
    const media = new Map(content.members().map(([type, node]) => [essence(type), node])).get(reply.type);
    if (media === undefined) return [`the media type ${reply.type || '(none)'} is not documented`];
    const schema = media.member('schema');
    if (schema === undefined || reply.type === 'text/event-stream') return [];
    if (!isJson(reply.type)) return this.#schemas.faults(schema, reply.text());
    const value = reply.json();
    return value === undefined ? ['its body is not JSON'] : this.#schemas.faults(schema, value);
  }
}

class Reply {
  constructor(exchange) {
    this.method = exchange.method;
    this.status = exchange.status;
    this.headers = exchange.response.headers;
    this.type = essence(this.header('content-type') ?? '');
    this.bytes = Buffer.from(exchange.response.body_base64, 'base64');
  }

  header(name) {
    return this.headers.find(([have]) => have.toLowerCase() === name)?.[1];
  }

  text() {
    const encoding = this.header('content-encoding');
    if (encoding === 'gzip') return gunzipSync(this.bytes).toString('utf8');
    if (encoding === 'br') return brotliDecompressSync(this.bytes).toString('utf8');
    return this.bytes.toString('utf8');
  }

  json() {
    try {
      return JSON.parse(this.text());
    } catch {
      return undefined;
    }
  }
}

// RFC 9457, section 3.1.2: `status` repeats the status that was sent.
function problemFaults(reply) {
  if (reply.type !== problemType || reply.method === 'HEAD') return [];
  const said = reply.json()?.status;
  return said === reply.status ? [] : [`the problem says status ${said}, and it was sent with ${reply.status}`];
}

function documentedStatus(operation, status) {
  const kind = `${Math.floor(status / 100)}XX`;
  return [`${status}`, kind, 'default'].find((key) => operation.responses.has(key));
}

const essence = (type) => type.split(';')[0].trim().toLowerCase();
const isJson = (type) => type === 'application/json' || type.endsWith('+json');
