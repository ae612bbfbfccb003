// The views, their addresses and keys.
import { el, fill, $, button, dialog, table, toast, faint, rowHead, cell, h3, tr } from './dom.js';
import { takeToken, setToken, isToken, ownAddress, isRoot } from './api.js';
import { Journal } from './journal.js';
import { showState } from './state.js';
import { makeExplorer } from './explorer.js';
import { showScenarios } from './scenarios.js';

const journal = new Journal();
const loaded = (show) => () => {
  const view = el('div', { class: 'view' }, faint('Loading…'));
  show(view).catch((error) => fill(view, el('p', { class: 'bad' }, error.message)));
  return view;
};
const views = {
  journal: { title: 'Journal', make: () => journal.element },
  state: { title: 'State', make: loaded(showState) },
  explorer: { title: 'HAL explorer', make: () => makeExplorer().element },
  scenarios: { title: 'Scenarios', make: loaded(showScenarios) },
};
let current;

const show = () => {
  takeToken();
  const name = Object.hasOwn(views, location.hash.slice(2)) ? location.hash.slice(2) : 'journal';
  if (name === current) return;
  current = name;
  document.title = `${views[name].title} · Hypermock ${ownAddress}`;
  for (const tab of $('tabs').children) if (tab.dataset.view === name) tab.setAttribute('aria-current', 'page'); else tab.removeAttribute('aria-current');
  fill($('main'), views[name].make());
  journal.list.plan();
};

const report = (state) => {
  const line = $('connection');
  if (state === 'live') { line.textContent = '● live'; line.className = 'good'; }
  else if (state === 'lost') { line.textContent = '○ no connection, trying again'; line.className = 'bad'; }
  else if (state.status === 401) { line.textContent = '○ no token'; line.className = 'bad'; askForToken(); }
  else toast(state.message);
};

let asked = false;
const askForToken = () => {
  if (document.querySelector('dialog[open]')) return;
  const input = el('input', { type: 'password', autocomplete: 'off', 'aria-label': 'Token' });
  const box = dialog('The admin API requires its token', el('form', { class: 'tools', onsubmit: (event) => {
    event.preventDefault();
    const token = input.value.trim();
    if (!isToken(token)) { toast('A token has letters, digits and signs of ASCII.'); return; }
    setToken(token);
    box.close();
    current = undefined;
    show();
    journal.start(report);
  } }, input, el('button', { class: 'main' }, 'Use it')), asked && el('p', { class: 'bad', role: 'alert' }, 'The server rejects the token.'), faint('It stays in this tab, and is never part of an address.'));
  asked = true;
  input.focus();
};

const keys = [['/', 'filter'], ['j  k', 'next, previous row'], ['Enter', 'open the request'], ['Esc', 'back'], ['p', 'pause or continue'], ['c', 'copy the open request as curl'],
  ['1 … 4', 'the views'], ['?', 'this list']];
const filters = [['/stations', 'method, target or interaction contains it'], ['status:4xx', 'also status:404'], ['method:POST', ''], ['unmatched', 'also matched, fault, delayed'],
  ['address:~orders', ''], ['interaction:price', 'name or file'], ['-status:200', 'the opposite'], ['"two words"', '']];
const help = () => {
  const rows = (list, mark) => list.map(([name, text]) => tr(rowHead(el(mark, {}, name)), cell(text)));
  dialog('Keys and filters', table(['Key', 'Action'], rows(keys, 'kbd'), 'Keys'), h3('Filter'), table(['Filter', 'Meaning'], rows(filters, 'code'), 'Filters'));
};

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
  const isTyping = event.target.closest?.('input, textarea, select');
  if (isTyping && event.key !== 'Escape') return;
  if (isTyping) event.target.blur();
  const names = Object.keys(views);
  if (current === 'journal' && !(event.key === 'Enter' && event.defaultPrevented) && journal.key(event.key)) event.preventDefault();
  else if (event.key === '?') { event.preventDefault(); help(); }
  else if (event.key >= '1' && event.key <= String(names.length)) location.hash = `#/${names[event.key - 1]}`;
});

$('place').textContent = isRoot ? 'all addresses' : ownAddress;
$('tabs').append(...Object.entries(views).map(([name, { title }]) => el('a', { href: `#/${name}`, 'data-view': name }, title)));
$('help-button').addEventListener('click', help);
addEventListener('hashchange', show);
show();
journal.start(report);
