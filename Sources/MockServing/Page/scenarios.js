// The files that are served.
import { el, fill, pairs, table, faint, monoCell, rowHead, cell, faintly, tools } from './dom.js';
import { call, rootPath } from './api.js';
import { showInExplorer } from './explorer.js';

const shownVariants = 60;

export const showScenarios = async (view) => {
  const [{ scenarios }, { lastRun }] = await Promise.all([call('GET', 'scenario-files'), call('GET', 'last-run')]);
  const list = el('div', {});
  const draw = (words) => {
    const passing = scenarios.filter((scenario) => words.every((word) => `${scenario.slug} ${scenario.title} ${scenario.file} ${scenario.tags.join(' ')}`.toLowerCase().includes(word)));
    fill(list, el('p', { class: 'faint', role: 'status' }, `${passing.length} of ${scenarios.length} scenarios`), ...passing.map((scenario) => card(scenario, lastRun?.scenarios?.[scenario.slug])));
  };
  fill(view, tools(el('h2', {}, 'Scenarios'),
    el('input', { class: 'grow', type: 'search', placeholder: 'Filter by name, file or tag', 'aria-label': 'Filter the scenarios', oninput: (event) => draw(event.target.value.toLowerCase().split(/\s+/)) })), lastRun && runView(lastRun), list);
  draw([]);
};

const marks = { passed: ['good', '✓'], failed: ['bad', '✗'], flaky: ['warn', '⚠'], known: ['plain', '≈'], skipped: ['plain', '–'] };
const badge = (status, text) => { const [look, sign] = marks[status] ?? marks.skipped; return el('span', { class: `badge ${look}` }, `${sign} ${text}`); };

/** The result of the last `hypermock verify` in the server's folder. */
const runView = (run) => {
  const clients = run.clients.map(({ name, version }) => [name, version].filter(Boolean).join(' ')).join(', ');
  const facts = pairs([['Began', new Date(run.startedAt).toLocaleString()], ['Result', run.detail], ['Clients', clients], ['Command', run.command && el('code', {}, run.command)]]);
  return el('details', { open: run.failures.length > 0 }, el('summary', {}, el('b', {}, 'Last hypermock verify'), ' ', badge(run.status, run.verdict)), facts,
    run.failures.length > 0 && table(['Variant', 'Failure', 'Place'], run.failures.map((failure) => el('tr', { class: 'fails' },
      rowHead(`✗ ${failure.variant}`, faintly(failure.clients)), cell(failure.message), monoCell(failure.at))), 'Failures of the last run'));
};

const card = (scenario, status) => {
  const content = el('div', {});
  const unfold = () => fill(content,
    scenario.summary ? el('p', {}, scenario.summary) : '',
    el('p', { class: 'mono' }, scenario.file),
    table(['Variant', 'Views'], scenario.addresses.slice(0, shownVariants).map((address) => el('tr', {},
      el('th', { scope: 'row', class: 'mono' }, address),
      cell(el('a', { href: `${rootPath}${address.slice(1)}__admin/` }, 'its page'), ' · ',
        el('button', { type: 'button', class: 'plain', onclick: () => showInExplorer(rootPath + address.slice(1)) }, 'explore')))), `Variants of ${scenario.title}`),
    scenario.variants > shownVariants ? faint(`… and ${scenario.variants - shownVariants} more of ${scenario.matrix.join(' × ')}`) : '');
  return el('details', { ontoggle: (event) => { if (event.target.open && !content.firstChild) unfold(); } },
    el('summary', {}, el('b', {}, scenario.title), ' ', el('span', { class: 'mono faint' }, `~${scenario.slug}`), ' ',
      scenario.hasContract ? el('span', { class: 'badge good' }, 'contract') : el('span', { class: 'badge plain' }, 'no contract'), ' ',
      status ? [badge(status, `verify ${status}`), ' '] : '',
      scenario.isAtRoot ? el('span', { class: 'badge plain' }, 'at /') : '', ' ',
      scenario.variants > 1 ? el('span', { class: 'badge plain' }, `${scenario.variants} variants`) : '', ' ',
      scenario.tags.map((tag) => [el('span', { class: 'badge plain' }, tag), ' '])), content);
};
