// Reads an OpenAPI 3.1 document, spread over as many files as it likes.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

// A node of the document together with the file it stands in, since its references are relative to that file.
export class Node {
  constructor(document, file, value, pointer) {
    Object.assign(this, { document, file, value, pointer });
  }

  // The node itself, or what it refers to, however far away.
  followed() {
    let node = this;
    for (let hops = 0; node.value?.$ref !== undefined; ++hops) {
      if (hops > 20) throw new Error(`${this}: references go in a circle`);
      node = node.document.at(node.file, node.value.$ref);
    }
    return node;
  }

  // A member, references followed; undefined when there is none.
  member(name) {
    const value = this.value?.[name];
    if (value === undefined) return undefined;
    return new Node(this.document, this.file, value, `${this.pointer}/${escaped(name)}`).followed();
  }

  members() {
    return Object.keys(this.value ?? {}).map((name) => [name, this.member(name)]);
  }

  toString() {
    return `${path.basename(this.file)}#${this.pointer}`;
  }
}

const escaped = (name) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');

export class OpenApi {
  #files = new Map();

  constructor(file) {
    this.root = new Node(this, path.resolve(file), this.#read(path.resolve(file)), '');
    this.operations = this.#operations();
  }

  at(from, reference) {
    const [target, pointer = ''] = reference.split('#');
    const file = target === '' ? from : path.resolve(path.dirname(from), target);
    let value = this.#read(file);
    for (const name of pointer.split('/').slice(1)) {
      value = value?.[unescaped(name)];
      if (value === undefined) throw new Error(`${path.basename(from)} refers to ${reference}, which does not exist`);
    }
    return new Node(this, file, value, pointer);
  }

  // The path of the document that an address belongs to, with its operations by method; undefined when there is none.
  // Where a fixed and a variable segment both fit, the fixed one wins, as it does in the service.
  find(address) {
    const segments = address.split('/');
    const fitting = this.operations.filter(
      (entry) =>
        entry.segments.length === segments.length &&
        entry.segments.every((segment, i) => segment === segments[i] || (isVariable(segment) && segments[i] !== '')),
    );
    fitting.sort((a, b) => firstVariable(b.segments) - firstVariable(a.segments));
    if (fitting.length === 0) return undefined;
    const chosen = fitting.filter((entry) => entry.path === fitting[0].path);
    return { path: fitting[0].path, operations: new Map(chosen.map((entry) => [entry.method, entry])) };
  }

  #read(file) {
    if (!this.#files.has(file)) this.#files.set(file, parse(readFileSync(file, 'utf8')));
    return this.#files.get(file);
  }

  #operations() {
    const found = [];
    for (const [template, item] of this.root.member('paths')?.members() ?? []) {
      for (const method of methods) {
        const operation = item.member(method);
        if (operation === undefined) continue;
        const servers = operation.value.servers ?? item.value.servers ?? this.root.value.servers ?? [{ url: '/' }];
        const full = `${new URL(servers[0].url, 'http://service').pathname.replace(/\/$/, '')}${template}`;
        found.push({
          method: method.toUpperCase(),
          path: full,
          segments: full.split('/'),
          name: `${method.toUpperCase()} ${full}`,
          right: operation.value['x-right'],
          responses: new Map(operation.member('responses')?.members() ?? []),
        });
      }
    }
    return found;
  }
}

const isVariable = (segment) => segment.startsWith('{') && segment.endsWith('}');
const firstVariable = (segments) => {
  const at = segments.findIndex(isVariable);
  return at === -1 ? Infinity : at;
};
