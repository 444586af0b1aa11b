// The real service with a data folder and a port of its own.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../..');
const binary = resolve(repository, process.env.AGON_BINARY ?? 'build/release/service/agon');

export async function until(what, seconds, check) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain for ${what}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

async function freePort() {
  const probe = createServer();
  await new Promise((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

/**
 * Starts the service, or its demonstration, and resolves once it is ready. `output()` is all it has printed; `kill()` is as hard as a power cut;
 * `start()` brings it back on the same data and port; `stop()` ends it and removes its data.
 */
export async function startService(settings = {}, isDemo = false) {
  if (!existsSync(binary)) throw new Error(`there is no service to test at ${binary}: set AGON_BINARY`);
  const data = mkdtempSync(join(tmpdir(), 'agon-pages-'));
  // Started by root, its PostgreSQL runs as somebody else, who has to get in.
  chmodSync(data, 0o711);
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  let child = null;
  let output = '';

  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  const ended = () => new Promise((done) => (isRunning() ? child.once('exit', done) : done()));

  async function start() {
    const state = join(data, 'state');
    child = spawn(binary, isDemo ? ['demo', '--data-dir', state] : ['serve'], {
      env: {
        ...process.env,
        AGON_DATA_DIR: state,
        AGON_LISTEN: `127.0.0.1:${port}`,
        AGON_PUBLIC_URL: base,
        AGON_WEB_ROOT: resolve(repository, 'admin-ui/dist'),
        AGON_LOG_LEVEL: 'warning',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const hear = (piece) => (output += piece);
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    try {
      await until('the service to be ready', 60, async () => {
        if (!isRunning()) throw new Error('the service ended at once');
        const answer = await fetch(`${base}/readyz`).catch(() => null);
        return answer?.status === 200;
      });
    } catch (error) {
      await kill();
      throw new Error(`${error.message}\n${output.slice(-4000)}`, { cause: error });
    }
  }

  async function kill() {
    child.kill('SIGKILL');
    await ended();
  }

  // A service that was killed leaves its PostgreSQL behind.
  async function endDatabase() {
    const file = join(data, 'state/postgresql/postmaster.pid');
    if (!existsSync(file)) return;
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGINT');
    await until('the database to end', 15, () => !existsSync(file));
  }

  async function stop() {
    child.kill('SIGTERM');
    const impatient = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended();
    clearTimeout(impatient);
    await endDatabase();
    rmSync(data, { recursive: true, force: true });
  }

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { base, start, kill, stop, output: () => output };
}
