// One request with its response: messages, timing, what matched, what nearly matched, and what to do with it.
import { el, fill, button, toast, copy, dialog, pairs, table, sizeText, statusClass, bodyView, decoded, differing, faint, monoCell, rowHead, faintly, h3, mono, tools, tr } from './dom.js';
import { call, attempt } from './api.js';
import { flow, scalar } from './hal.js';
import { showInExplorer } from './explorer.js';

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const headerLines = (shown) => Object.entries(shown ?? {}).flatMap(([name, value]) => [value].flat().map((text) => [name, String(text)]));

/** The command that repeats a request; a shell gets the text of a short body, and decodes another one. */
export const curl = ({ method, absoluteUrl, headers, body, bodyAsBase64 }) => {
  const lines = headerLines(headers).filter(([name]) => !/^(host|content-length|connection|transfer-encoding)$/i.test(name));
  if (bodyAsBase64 && !lines.some(([name]) => /^content-type$/i.test(name))) lines.push(['Content-Type', '']);
  const isText = body?.length < 30000 && !body.includes('\0');
  return [
    `${bodyAsBase64 && !isText ? `printf %s ${quoted(bodyAsBase64)} | base64 -d | ` : ''}curl -i -g --path-as-is ${method === 'HEAD' ? '--head' : `-X ${/^[A-Z]+$/.test(method) ? method : quoted(method)}`} ${quoted(absoluteUrl)}`,
    // `Name;` is curl's form of an empty field, and `Name:` its form of none.
    ...lines.map(([name, value]) => `-H ${quoted(value ? `${name}: ${value}` : name === 'Content-Type' ? `${name}:` : `${name};`)}`),
    ...(bodyAsBase64 ? [isText ? `--data-raw ${quoted(body)}` : '--data-binary @-'] : []),
  ].join(' \\\n  ');
};

/** What a copy of a request lacks. */
const lacks = (request) => [
  request.bodyLength && `its body is cut after ${sizeText(request.bodyAsBase64.length * 3 / 4)}`,
  JSON.stringify(request.headers).includes('<redacted>') && 'credentials are left out',
].filter(Boolean).map((text) => `; ${text}`).join('');

const ownKeys = ['status', 'headers', 'body', 'jsonBody', 'base64Body', 'fixedDelayMilliseconds', 'fault'];
/** A scenario file of a request, with the response that it got, as far as its definition says it. */
const scenarioYAML = ({ stub }, { wasMatched, responseDefinition }) => {
  const given = Object.fromEntries(Object.entries(responseDefinition).filter(([key]) => ownKeys.includes(key)));
  return `scenario: ${scalar(stub.name)}\nroot: true\ninteractions:\n  - name: ${scalar(stub.name)}\n    request: ${flow(stub.request)}\n    response: ${flow(wasMatched ? given : stub.response)}\n`;
};

/** The request in the form that `/__admin/send` takes: with the path as it was sent. */
const sendable = ({ method, absoluteUrl, headers, bodyAsBase64 }) => ({ method, url: absoluteUrl.replace(/^https?:\/\/[^/]*/i, ''), headers, bodyAsBase64 });

/** The trace and the parent span that `traceparent` names. */
const traceOf = ({ headers }) => {
  const [, value] = headerLines(headers).find(([name]) => name.toLowerCase() === 'traceparent') ?? [];
  const [, trace, parent] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-|$)/.exec(value ?? '') ?? [];
  return trace && mono(`${trace}, in span ${parent}`);
};

const headerTable = (lines, caption) => (lines.length === 0 ? faint('No header fields.')
  : table(['Name', 'Value'], lines.map(([name, value]) => tr(rowHead(name), monoCell(value))), caption));

/** The checks of an interaction that nearly matched, expected beside actual; each verdict is a word and a sign. */
export const nearMiss = (miss, position) => el('details', { class: 'diff', open: position === 0 },
  el('summary', {}, el('b', {}, miss.interaction ?? 'unnamed interaction'), ' ', el('span', { class: 'mono faint' }, miss.source),
    ` · ${Math.round(miss.score * 100)} % alike`, miss.suggestion ? el('div', { class: 'bad' }, miss.suggestion) : ''),
  table(['Verdict', 'Part', 'Expected', 'Actual'], miss.checks.map((check) => {
    const fails = check.verdict === 'fails';
    return el('tr', { class: fails ? 'fails' : '' },
      el('td', { class: fails ? 'bad' : 'good' }, fails ? '✗ differs' : `✓ ${check.verdict}`),
      rowHead(check.field),
      monoCell(`${check.operator} `, fails ? differing(check.expected ?? '', check.actual ?? '') : check.expected ?? ''),
      monoCell(check.actual == null ? el('i', { class: 'faint' }, 'missing') : fails ? differing(check.actual, check.expected ?? '') : check.actual, check.hint ? faintly(check.hint) : ''));
  }), `Checks of ${miss.source}`));

const editStub = (row, draft) => {
  const area = el('textarea', { rows: 16, value: JSON.stringify(draft, null, 2), spellcheck: false, 'aria-label': 'Stub mapping as JSON' });
  const box = dialog('Make a stub from this request', el('p', {}, `It is served at ${row.address} until the mappings are reset.`), area,
    tools(button('Add the stub', async () => {
      try { JSON.parse(area.value); } catch (error) { toast(error.message); return; }
      if (await attempt(() => call('POST', 'mappings', area.value, row.home), 'Added. The next request that matches gets it.')) box.close();
    }, { class: 'main' }), button('Copy', () => copy(area.value, 'the stub'))));
};

const replay = async (row) => attempt(async () => {
  const { request } = await call('GET', `requests/${row.id}?credentials=true`, undefined, row.home);
  const answer = await call('POST', 'send', sendable(request));
  toast(`Replayed: ${answer.status || 'raw bytes'}, ${sizeText(answer.bodyLength)}${lacks(request)}.`);
});

/** Loads a request of the journal; an unknown address has its requests at the root. */
const load = async (row) => {
  for (const home of [row.address, '/']) {
    try { return [{ ...row, home }, await call('GET', `requests/${row.id}?hypermock=true`, undefined, home)]; } catch (error) {
      if (error.status !== 404 || home === '/') throw error;
    }
  }
};

/** Fills `panel` with a row of the journal; returns the actions for keys. */
export const showExchange = async (panel, listed, close) => {
  const actions = { curl: () => {} };
  fill(panel, faint('Loading…'));
  let row, event, explanation;
  try {
    [row, event] = await load(listed);
    explanation = await call('GET', `requests/${row.id}/explanation`, undefined, row.home);
  } catch (error) {
    fill(panel, button('Back', close), el('p', { class: 'bad' }, `${error.message}. The journal may have dropped the request.`));
    return actions;
  }
  const { request, response } = event;
  actions.curl = () => copy(curl(request), `the curl command${lacks(request)}`);
  const body = request.body ?? decoded(request.bodyAsBase64);
  const responseBody = response.body ?? (response.bodyAsBase64 ? decoded(response.bodyAsBase64) : null);
  fill(panel,
    tools(button('← Back', close, { title: 'Esc' }), el('span', { class: `badge ${row.outcome}` }, row.outcome)),
    el('h2', {}, mono(`${request.method} ${row.target}`), ' → ', row.fault ? el('span', { class: 'bad' }, `the fault ${row.fault}`) : el('span', { class: statusClass(row.status) }, row.status || 'raw')),
    el('div', { class: 'tools' },
      button('Copy as curl', actions.curl, { title: 'c' }),
      explanation.stub && button('Copy as scenario YAML', () => copy(scenarioYAML(explanation, event), 'the scenario file')),
      explanation.stub && button('Make a stub from this', () => editStub(row, explanation.stub)),
      button('Replay', () => replay(row)),
      request.method === 'GET' && button('Explore', () => showInExplorer(sendable(request).url))),
    row.outcome === 'unmatched' && [h3('Why nothing matched'), el('p', {}, explanation.detail),
      explanation.nearest.length ? explanation.nearest.map(nearMiss) : faint('No interaction comes near.')],
    h3('Answered by'),
    pairs([['Interaction', row.interaction ?? (row.location ? 'unnamed' : 'none: 404')], ['Place', row.location && mono(row.location)],
      ['Address', mono(row.address)], ['Fault', row.fault]]),
    h3('Timing'),
    pairs([['Arrived', request.loggedDateString], ['Delay', `${row.delay} ms before the response`], ['Protocol', `${request.protocol} over ${request.scheme}`],
      ['Client', request.clientIp], ['Trace', traceOf(request)], ['TLS', request.tls && `${request.tls.version}, ${request.tls.cipher}`]]),
    h3('Request'), headerTable(headerLines(request.headers), 'Header fields of the request'),
    bodyView(body, row.bodyLength, 'Body of the request'),
    h3('Response, as its definition says'), faint('The journal does not keep what was made for this request, as by a template or a live resource.'), headerTable(headerLines(response.headers), 'Header fields of the response'),
    responseBody === null ? faint(row.location ? 'The body comes from a file.' : 'The explanation above.')
      : responseBody ? bodyView(responseBody, responseBody.length, 'Body of the response') : faint('The definition has no body.'),
    row.outcome !== 'unmatched' && el('details', {}, el('summary', {}, 'Other interactions that come near'), explanation.nearest.map((miss) => nearMiss(miss, 1))),
  );
  panel.focus();
  return actions;
};
