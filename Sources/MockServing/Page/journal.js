// The requests as they arrive, newest first.
import { el, fill, button, askingButton, counted, timeText, statusClass, tools } from './dom.js';
import { call, attempt, follow, isRoot } from './api.js';
import { Rows } from './rows.js';
import { showExchange } from './exchange.js';

const mostRows = 10000;
const outcomes = ['matched', 'unmatched', 'fault', 'delayed'];

/** Reads a filter: words, "quoted words", `name:value`, each may begin with `-` for the opposite. */
export const readFilter = (text) => {
  const terms = [...text.matchAll(/(-?)(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)].map(([, minus, name, quotedText, word]) => {
    const value = (quotedText ?? word).toLowerCase();
    const test = tests[name?.toLowerCase()]?.(value) ?? plainTest(name ? `${name}:${value}` : value);
    return minus ? (row) => !test(row) : test;
  });
  return (row) => terms.every((test) => test(row));
};

const has = (text, value) => (text ?? '').toLowerCase().includes(value);
const outcomeTest = (value) => (value === 'delayed' ? (row) => row.delay > 0 : (row) => row.outcome === value);
const plainTest = (value) => (outcomes.includes(value) ? outcomeTest(value)
  : (row) => has(`${row.method} ${row.target}`, value) || has(row.interaction, value) || has(row.location, value));
const tests = {
  status: (value) => { const pattern = new RegExp(`^(${value.replace(/[^\dx,]/g, '').replaceAll('x', '.').replaceAll(',', '|')})`); return (row) => pattern.test(row.status); },
  method: (value) => (row) => row.method.toLowerCase() === value,
  address: (value) => (row) => has(row.address, value),
  path: (value) => (row) => has(row.target, value),
  interaction: (value) => (row) => has(row.interaction, value) || has(row.location, value),
  is: outcomeTest,
};

/** The journal: keeps the rows while other views are shown. */
export class Journal {
  rows = [];
  shown = [];
  isPaused = false;
  test = () => true;
  waiting = 0;
  missed = 0;
  actions = {};

  constructor() {
    this.list = new Rows({ label: 'Requests, newest first', count: () => this.shown.length, fill: (row, index) => this.fill(row, this.at(index)), open: (index) => this.open(this.at(index)) });
    this.filter = el('input', { class: 'grow', type: 'search', placeholder: 'Filter: /stations status:4xx method:POST unmatched', 'aria-label': 'Filter', oninput: () => this.refilter() });
    this.pauseButton = button('Pause', () => this.pause(), { 'aria-pressed': 'false', title: 'p' });
    this.note = el('p', { class: 'faint', role: 'status' });
    this.panel = el('section', { class: 'detail', hidden: true, tabindex: -1, 'aria-label': 'Request' });
    this.split = el('div', { class: 'split' }, this.list.element, this.panel);
    this.element = el('div', { class: 'journal' },
      tools(this.filter, this.pauseButton,
        askingButton('Clear', 'Really clear the journal?', () => attempt(async () => { await call('DELETE', 'requests'); this.clear(); }, 'The journal is empty.'))),
      this.note, this.split);
    this.announce();
  }

  /** Follows the journal until the page is left. */
  start(report) {
    follow(isRoot ? 'requests/stream?address=all' : 'requests/stream', (events) => this.take(events), report);
  }

  at(index) { return this.shown[this.shown.length - 1 - index]; }

  take(events) {
    const added = [];
    for (const { type, data } of events) {
      if (type === 'request') added.push(data);
      else if (type === 'gap') this.missed += data.missed;
      else if (type === 'open' && !data.resumed) this.clear();
    }
    if (added.length === 0 && !events.some(({ type }) => type === 'gap')) return;
    this.rows.push(...added);
    if (this.rows.length > mostRows * 1.1) this.rows = this.rows.slice(-mostRows);
    if (this.isPaused) { this.waiting += added.length; return this.announce(); }
    const passing = added.filter(this.test);
    this.shown.push(...passing);
    if (this.shown.length > mostRows * 1.1) this.shown = this.shown.slice(-mostRows);
    this.list.changed(passing.length);
    this.announce();
  }

  clear() {
    this.rows = [];
    this.missed = this.waiting = 0;
    this.refilter();
  }

  refilter() {
    this.test = readFilter(this.filter.value);
    this.shown = this.rows.filter(this.test).slice(-mostRows);
    this.list.selected = -1;
    this.list.element.scrollTop = 0;
    this.list.changed();
    this.announce(true);
  }

  pause() {
    this.isPaused = !this.isPaused;
    this.pauseButton.setAttribute('aria-pressed', this.isPaused);
    this.pauseButton.textContent = this.isPaused ? 'Continue' : 'Pause';
    if (!this.isPaused) { this.waiting = 0; this.refilter(); }
    this.announce(true);
  }

  /** Says the counts: those of arrivals at most once a second, so that screen readers can follow. */
  announce(isNow = false) {
    if (isNow) { clearTimeout(this.announcing); this.announcing = null; }
    this.announcing ??= setTimeout(() => {
      this.announcing = null;
      const unknown = this.shown.length === 0 && /(?:^|\s)-?(\w+):/.exec(this.filter.value)?.[1];
      const of = this.shown.length === this.rows.length - this.waiting ? '' : ` of ${this.rows.length}`;
      this.note.textContent = this.rows.length === 0 && !this.waiting ? 'No requests yet. They appear here when a client sends them.'
        : `${of ? this.shown.length + of : ''}${of ? ' requests' : counted(this.shown.length, 'request')}${unknown && !Object.hasOwn(tests, unknown.toLowerCase()) ? `; ${unknown}: is no filter, see ?` : ''}${this.waiting ? `, ${this.waiting} more while paused` : ''}${this.missed ? `, up to ${this.missed} not shown: too many at once` : ''}`;
    }, this.note.textContent && !isNow ? 1000 : 0);
  }

  fill(row, entry) {
    if (row.entry === entry) return;
    row.entry = entry;
    fill(row,
      el('span', { class: 'time mono' }, timeText(entry.time)), el('span', { class: 'method' }, entry.method),
      entry.fault ? el('span', { class: 'status bad' }, '✗') : el('span', { class: `status ${statusClass(entry.status)}` }, entry.status || 'raw'),
      el('span', { class: 'target mono' }, entry.target),
      el('span', { class: 'why' }, entry.interaction ?? entry.location ?? ''),
      entry.delay > 0 && el('span', { class: 'delay' }, `+${entry.delay} ms`), el('span', { class: `badge ${entry.outcome}` }, entry.fault ?? entry.outcome));
  }

  async open(entry) {
    if (!entry) return;
    this.panel.hidden = false;
    this.split.classList.add('open');
    this.actions = await showExchange(this.panel, entry, () => this.close());
  }

  close() {
    this.panel.hidden = true;
    this.panel.replaceChildren();
    this.split.classList.remove('open');
    this.actions = {};
    this.list.element.focus();
    this.list.plan();
  }

  key(key) {
    if (key === 'j' || key === 'k') { this.list.move(key === 'j' ? 1 : -1); if (!this.panel.hidden) this.open(this.at(this.list.selected)); }
    else if (key === 'p') this.pause();
    else if (key === '/') this.filter.focus();
    else if (key === 'c') this.actions.curl?.();
    else if (key === 'Enter') { if (document.activeElement === document.body || this.list.element.contains(document.activeElement)) this.open(this.at(this.list.selected)); else return false; }
    else if (key === 'Escape') { if (this.panel.hidden) this.list.element.focus(); else this.close(); }
    else return false;
    return true;
  }
}
