// Serves dist/ the way the service does, with the same policies, in front of a pretended API.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { createApi } from './api.mjs';

const dist = resolve(import.meta.dirname, '../../dist');

export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'";
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; worker-src 'self' blob:; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

function fileOf(path) {
  const [, first] = path.split('/');
  const site = first === 'admin' || first === 'docs' ? first : 'public';
  const rest = site === 'public' ? path : path.slice(first.length + 1);
  const file = join(dist, site, rest === '' || rest === '/' ? 'index.html' : rest);
  return { site, file: file.startsWith(dist) && existsSync(file) && extname(file) ? file : null };
}

function sendPage(request, response, path) {
  const { site, file } = fileOf(path);
  const found = file ?? join(dist, 'public/404.html');
  const packed = (request.headers['accept-encoding'] ?? '').includes('br') && existsSync(`${found}.br`);
  response.writeHead(file ? 200 : 404, {
    'Content-Type': types[extname(found)] ?? 'application/octet-stream',
    'Content-Security-Policy': site === 'docs' ? docsPolicy : pagePolicy,
    'X-Content-Type-Options': 'nosniff',
    ...(packed ? { 'Content-Encoding': 'br' } : {}),
  });
  response.end(readFileSync(packed ? `${found}.br` : found));
}

// Resolves to { base, api, close }. `api` lets a test change what the pretended service knows.
export async function startServer() {
  const api = createApi();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/api/v1')) api.answer(request, response);
    else sendPage(request, response, pathname);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    api,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
