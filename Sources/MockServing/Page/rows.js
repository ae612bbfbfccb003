// A list of any length of which only the visible rows are in the document.
import { el } from './dom.js';

const rowHeight = 32;
const spare = 6;

/** Shows `count()` rows; `fill(row, index)` writes one. Rows keep their place on the screen when others come above them. */
export class Rows {
  constructor({ label, count, fill, open }) {
    Object.assign(this, { count, fill, open, selected: -1, pool: [] });
    this.space = el('div', {});
    this.element = el('div', {
      class: 'list', role: 'listbox', tabindex: 0, 'aria-label': label, onscroll: () => this.plan(),
      onclick: (event) => {
        const row = event.target.closest('.row');
        if (row) { this.select(Number(row.dataset.index)); this.open(this.selected); }
      },
      onkeydown: (event) => this.key(event),
    }, this.space);
    new ResizeObserver(() => this.plan()).observe(this.element);
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / rowHeight) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in moves) this.move(moves[event.key]);
    else if (event.key === 'Enter' && this.selected >= 0) this.open(this.selected);
    else return;
    event.preventDefault();
  }

  move(step) {
    const count = this.count();
    if (count === 0) return;
    this.select(Math.min(count - 1, Math.max(0, (this.selected < 0 && step > 0 ? -1 : this.selected) + step)));
    const top = this.selected * rowHeight;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight) this.element.scrollTop = top + rowHeight - clientHeight;
    this.plan();
  }

  select(index) { this.selected = index; this.plan(); }

  /** Called when `added` rows have come above the others. */
  changed(added = 0) {
    if (this.selected >= 0) this.selected += added;
    if (this.element.scrollTop > 0 && added > 0) {
      this.space.style.height = `${this.count() * rowHeight}px`;
      this.element.scrollTop += added * rowHeight;
    }
    this.plan();
  }

  /** Draws at most once a frame. */
  plan() {
    if (this.planned) return;
    this.planned = requestAnimationFrame(() => { this.planned = 0; this.draw(); });
  }

  draw() {
    const count = this.count();
    this.space.style.height = `${count * rowHeight}px`;
    const first = Math.max(0, Math.floor(this.element.scrollTop / rowHeight) - spare);
    const visible = Math.min(count - first, Math.ceil(this.element.clientHeight / rowHeight) + 2 * spare);
    while (this.pool.length < visible) {
      const row = el('div', { class: 'row', role: 'option' });
      this.pool.push(row);
      this.space.append(row);
    }
    this.pool.forEach((row, place) => {
      row.hidden = place >= visible;
      if (row.hidden) { row.removeAttribute('id'); return; }
      const index = first + place;
      row.id = `row-${index}`;
      row.dataset.index = index;
      row.style.transform = `translateY(${index * rowHeight}px)`;
      row.setAttribute('aria-setsize', count);
      row.setAttribute('aria-posinset', index + 1);
      row.setAttribute('aria-selected', index === this.selected);
      this.fill(row, index);
    });
    const isDrawn = this.selected >= first && this.selected < first + visible;
    if (isDrawn) this.element.setAttribute('aria-activedescendant', `row-${this.selected}`);
    else this.element.removeAttribute('aria-activedescendant');
  }
}
