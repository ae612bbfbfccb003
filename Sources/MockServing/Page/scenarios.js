// The files that are served.
import { el, fill, table } from './dom.js';
import { call, rootPath } from './api.js';
import { showInExplorer } from './explorer.js';

const shownVariants = 60;

export const showScenarios = async (view) => {
  const { scenarios } = await call('GET', 'scenario-files');
  const list = el('div', {});
  const draw = (words) => {
    const passing = scenarios.filter((scenario) => words.every((word) => `${scenario.slug} ${scenario.title} ${scenario.file} ${scenario.tags.join(' ')}`.toLowerCase().includes(word)));
    fill(list, el('p', { class: 'faint', role: 'status' }, `${passing.length} of ${scenarios.length} scenarios`), ...passing.map(card));
  };
  fill(view, el('div', { class: 'tools' }, el('h2', {}, 'Scenarios'),
    el('input', { class: 'grow', type: 'search', placeholder: 'Filter by name, file or tag', 'aria-label': 'Filter the scenarios', oninput: (event) => draw(event.target.value.toLowerCase().split(/\s+/)) })), list);
  draw([]);
};

const card = (scenario) => {
  const content = el('div', {});
  const unfold = () => fill(content,
    scenario.summary ? el('p', {}, scenario.summary) : '',
    el('p', { class: 'mono' }, scenario.file),
    table(['Variant', 'Views'], scenario.addresses.slice(0, shownVariants).map((address) => el('tr', {},
      el('th', { scope: 'row', class: 'mono' }, address),
      el('td', {}, el('a', { href: `${rootPath}${address.slice(1)}__admin/` }, 'its page'), ' · ',
        el('button', { type: 'button', class: 'plain', onclick: () => showInExplorer(rootPath + address.slice(1)) }, 'explore')))), `Variants of ${scenario.title}`),
    scenario.variants > shownVariants ? el('p', { class: 'faint' }, `… and ${scenario.variants - shownVariants} more of ${scenario.matrix.join(' × ')}`) : '');
  return el('details', { ontoggle: (event) => { if (event.target.open && !content.firstChild) unfold(); } },
    el('summary', {}, el('b', {}, scenario.title), ' ', el('span', { class: 'mono faint' }, `~${scenario.slug}`), ' ',
      scenario.hasContract ? el('span', { class: 'badge good' }, 'contract') : el('span', { class: 'badge plain' }, 'no contract'), ' ',
      scenario.isAtRoot ? el('span', { class: 'badge plain' }, 'at /') : '', ' ',
      scenario.variants > 1 ? el('span', { class: 'badge plain' }, `${scenario.variants} variants`) : '', ' ',
      scenario.tags.map((tag) => [el('span', { class: 'badge plain' }, tag), ' '])), content);
};
