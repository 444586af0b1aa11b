// What is said about a judged run. Both functions return { report, failures }, lines of text.

// Every fault once, with how often it happened and one test that saw it.
export function faultsOf(judged) {
  const seen = new Map();
  for (const { exchange, operation, faults } of judged) {
    for (const fault of faults) {
      const where = `${operation?.name ?? `${exchange.method} ${exchange.path.split('?')[0]}`} ${exchange.status}: ${fault}`;
      const entry = seen.get(where) ?? { count: 0, test: exchange.test };
      seen.set(where, { ...entry, count: entry.count + 1 });
    }
  }
  const failures = [...seen].map(([where, { count, test }]) => `${where} (${count} times, first in ${test || 'no test'})`);
  return { report: [`${judged.length} answers held against the OpenAPI document, ${failures.length} kinds of fault`], failures };
}

// Operations nobody asked are failures unless they are excepted by name ("GET /api/v1/x"); an exception that is not
// needed is one too, so that the list only shrinks. Documented statuses nobody saw are only reported.
export function coverageOf(openapi, judged, exceptions) {
  const touched = new Map();
  for (const { operation, status } of judged) {
    if (operation === undefined) continue;
    touched.set(operation.name, (touched.get(operation.name) ?? new Set()).add(status));
  }
  const report = [];
  const failures = [];
  for (const operation of openapi.operations) {
    const statuses = touched.get(operation.name);
    if (statuses === undefined) {
      if (!exceptions.includes(operation.name)) failures.push(`${operation.name} is touched by no test`);
      continue;
    }
    const untouched = [...operation.responses.keys()].filter((status) => !statuses.has(status));
    if (untouched.length > 0) report.push(`${operation.name}: no test saw ${untouched.join(', ')}`);
  }
  const known = new Set(openapi.operations.map((operation) => operation.name));
  for (const name of exceptions)
    if (touched.has(name) || !known.has(name)) failures.push(`${name} needs no exception: ${known.has(name) ? 'tests touch it' : 'it does not exist'}`);
  report.push(`${touched.size} of ${openapi.operations.length} operations touched`);
  return { report, failures };
}
