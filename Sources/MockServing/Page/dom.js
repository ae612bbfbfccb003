// Elements, and the small parts that all views share. Text becomes text nodes, never markup.

/** Makes an element: `on…` properties are listeners, others are attributes; null and false are left out. */
export const el = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value == null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'value') element.value = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  return fill(element, ...children);
};

/** Replaces the children of an element; lists are flattened, null and false are left out. */
export const fill = (element, ...children) => {
  element.replaceChildren(...children.flat(9).filter((child) => child != null && child !== false));
  return element;
};

export const $ = (id) => document.getElementById(id);

export const button = (text, onclick, properties = {}) => el('button', { type: 'button', onclick, ...properties }, text);

/** A button that asks once before it acts. */
export const askingButton = (text, question, act) => {
  const asking = button(text, () => {
    if (asking.textContent === question) { asking.textContent = text; act(); return; }
    asking.textContent = question;
    asking.classList.add('bad');
  }, { onblur: () => { asking.textContent = text; asking.classList.remove('bad'); } });
  return asking;
};

/** Shows a message for a while; screen readers announce it. */
export const toast = (text) => {
  const message = el('p', {}, clip(String(text), 300));
  $('toasts').append(message);
  setTimeout(() => message.remove(), 6000);
};

export const copy = async (text, what) => {
  try { await navigator.clipboard.writeText(text); toast(`Copied ${what}.`); } catch {
    const area = el('textarea', { value: text, readonly: true, rows: 12, 'aria-label': what });
    dialog(`Copy ${what}`, area);
    area.select();
  }
};

export const clip = (text, length) => (text.length > length ? `${text.slice(0, length)}…` : text);

/** Opens a dialog; focus returns to where it was when it closes. */
export const dialog = (title, ...children) => {
  const back = document.activeElement;
  const box = el('dialog', { 'aria-label': title, onclose: () => { box.remove(); back?.focus?.(); } },
    tools(el('h2', { class: 'grow' }, title), button('Close', () => box.close())), ...children);
  document.body.append(box);
  box.showModal();
  return box;
};

/** A table; a head that begins with `#` is that of numbers. */
const maker = (name, properties = {}) => (...content) => el(name, properties, content);
export const h3 = maker('h3');
export const tr = maker('tr');
export const cell = maker('td');
export const tools = maker('div', { class: 'tools' });
export const faintly = maker('div', { class: 'faint' });
export const mono = maker('span', { class: 'mono' });
/** Text as it is, in a region that scrolls. */
export const textBlock = (label, ...content) => el('pre', { tabindex: 0, role: 'region', 'aria-label': label }, content);
export const faint = maker('p', { class: 'faint' });
export const rowHead = maker('th', { scope: 'row' });
export const monoCell = maker('td', { class: 'mono' });
export const numberCell = maker('td', { class: 'number' });

export const table = (heads, rows, caption) => el('div', { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': caption },
  el('table', {}, el('thead', {}, tr(heads.map((head) => el('th', { scope: 'col', class: head[0] === '#' && 'number' }, head.replace('#', ''))))), el('tbody', {}, rows)));

export const pairs = (entries) => el('dl', { class: 'pairs' }, entries.filter(([, value]) => value != null && value !== '')
  .map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));

/** A text with a mark around the part that another one does not have; not if they have nothing in common. */
export const differing = (text, other) => {
  const [shortest, last] = [Math.min(text.length, other.length), (string, index) => string[string.length - 1 - index]];
  let [start, end] = [0, 0];
  while (start < shortest && text[start] === other[start]) start += 1;
  while (end < shortest - start && last(text, end) === last(other, end)) end += 1;
  if (start + end === 0) return text;
  return [text.slice(0, start), start + end < text.length ? el('mark', {}, text.slice(start, text.length - end)) : '', text.slice(text.length - end)];
};

export const sizeText = (bytes) => (bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`);

export const timeText = (milliseconds) => {
  const date = new Date(milliseconds);
  const two = (number) => String(number).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
};

export const statusClass = (status) => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 200 ? 'good' : 'faint');

const longestShown = 100000;
const deepestIndent = 40;

/** Indents JSON without changing a digit; other text is returned unchanged. */
export const indented = (text) => {
  if (text.length > longestShown || !/^\s*[{[]/.test(text)) return text;
  try { JSON.parse(text); } catch { return text; }
  let result = '', depth = 0, isOpen = false;
  const line = () => `\n${'  '.repeat(Math.min(depth, deepestIndent))}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (result.length > longestShown) break;
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    if (isOpen !== closes) result += line();
    result += token === ',' ? token + line() : token === ':' ? ': ' : token;
    isOpen = token === '{' || token === '[';
    if (isOpen) depth += 1;
  }
  return result;
};

/** `1 request`, `2 requests`. */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A number with digits that JavaScript would change; as text and as JSON it keeps them. */
class ExactNumber extends Number {
  #digits;
  constructor(digits) { super(digits); this.#digits = digits; }
  toString() { return this.#digits; }
  toJSON() { return JSON.rawJSON(this.#digits); }
}

/** Parses JSON; numbers keep their digits where the browser can. */
export const parsedJSON = (text) => JSON.parse(text, (_, value, context) => (typeof value === 'number' && JSON.rawJSON && String(value) !== context.source ? new ExactNumber(context.source) : value));

/** Shows a body as text: cut to a length, with its size. */
export const bodyView = (text, length, label) => {
  if (length === 0) return faint('No body.');
  const cut = text.length > longestShown || length > 4 * Math.max(1, text.length);
  const shown = indented(text).slice(0, longestShown);
  return [faint(sizeText(length), cut ? `, shown: the first ${shown.length} characters` : ''),
    textBlock(label, shown)];
};

/** Decodes Base64; invalid UTF-8 becomes replacement characters. */
export const decoded = (base64) => new TextDecoder().decode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));
