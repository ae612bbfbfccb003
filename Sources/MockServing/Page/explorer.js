// Follows the links of HAL documents, and turns the walk into a contract.
import { el, fill, button, toast, copy, clip, counted, dialog, table, bodyView, decoded, parsedJSON, statusClass, indented, faint, monoCell, rowHead, cell, faintly, h3, mono, textBlock, tools, tr } from './dom.js';
import { call, attempt, here, ownAddress, rootPath } from './api.js';
import { linksOf, embeddedOf, documentation, variablesOf, expand, lintNotes, formsOf, optionsOf, isPattern, contractYAML, outcomeOf } from './hal.js';

const usualAccept = 'application/hal+json, application/json;q=0.9, */*;q=0.1';
const mostEmbedded = 100;
const mostLinks = 1000;

/** The explorer: its history and its recorded steps live as long as the page. */
export class Explorer {
  trail = [];
  steps = [];
  last = null;

  constructor() {
    this.url = el('input', { class: 'grow mono', 'aria-label': 'Address', value: here, spellcheck: false, autocomplete: 'off' });
    this.method = el('select', { 'aria-label': 'Method', onchange: () => { this.extra.open = !['GET', 'HEAD'].includes(this.method.value); if (!this.extra.open) this.body.value = ''; } }, ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((name) => el('option', {}, name)));
    this.headers = el('textarea', { rows: 3, value: `Accept: ${usualAccept}`, spellcheck: false });
    this.body = el('textarea', { rows: 5, spellcheck: false });
    this.extra = el('details', {}, el('summary', {}, 'Header fields and body'),
      el('label', { class: 'field' }, 'Header fields, one a line', this.headers), el('label', { class: 'field' }, 'Body', this.body));
    this.backButton = button('← Back', () => this.back(), { disabled: true });
    this.stepsNote = el('div', {});
    this.result = el('div', {}, el('p', { class: 'empty' }, 'Enter an address of this server and follow its links. Each step can become a step of a contract.'));
    this.element = el('div', { class: 'view' }, el('h2', {}, 'HAL explorer'),
      el('form', { class: 'tools', onsubmit: (event) => { event.preventDefault(); this.go(); } }, this.backButton, this.method, this.url, el('button', { class: 'main' }, 'Go')),
      this.extra, this.stepsNote, this.result);
    this.showSteps();
  }

  /** The request of the form. */
  form() {
    const headers = {};
    for (const line of this.headers.value.split('\n')) {
      const colon = line.indexOf(':');
      if (colon > 0) (headers[line.slice(0, colon).trim()] ??= []).push(line.slice(colon + 1).trim());
    }
    return { method: this.method.value, url: this.url.value.trim() || '/', headers, body: this.body.value };
  }

  back() {
    this.trail.pop();
    const previous = this.trail.at(-1);
    if (previous) this.show(previous);
  }

  /** Visits an address with GET. */
  visit(url, how) {
    this.method.value = 'GET';
    this.body.value = '';
    this.url.value = url;
    return this.go(how);
  }

  /** Sends the request of the form; `how` is how a contract makes it, such as a relation to follow. */
  async go(how) {
    const request = this.form();
    const absolute = /^https?:\/\/([^/]*)(.*)$/i.exec(request.url);
    if (absolute && absolute[1] !== location.host) { toast(`${absolute[1]} is not this server.`); return; }
    if (absolute) this.url.value = request.url = absolute[2] || '/';
    const lines = Object.fromEntries(Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'host'));
    let visit;
    try { visit = { request, how, ...await sent({ ...request, headers: lines }) }; } catch (error) { toast(error.message); return; }
    this.trail.push(visit);
    if (this.trail.length > 50) this.trail.shift();
    this.show(visit);
  }

  show(visit) {
    this.last = visit;
    const { request, answer, text, resource } = visit;
    this.url.value = request.url;
    this.backButton.disabled = this.trail.length < 2;
    const type = fieldOf(answer, 'content-type') ?? '';
    const location = fieldOf(answer, 'location');
    const notes = resource === undefined ? [] : lintNotes(resource, type);
    fill(this.result,
      el('h2', {}, mono(`${request.method} ${clip(request.url, 200)}`), ' → ', el('span', { class: statusClass(answer.status) }, answer.status || 'raw bytes')),
      faint(type || 'no Content-Type', answer.delayMilliseconds ? ` · delayed by ${answer.delayMilliseconds} ms` : '', answer.fault ? el('b', { class: 'bad' }, ` · clients get the fault ${answer.fault}`) : ''),
      tools(button('Add as contract step', () => this.addStep(visit)), location ? button('Follow Location', () => this.visit(location)) : ''),
      el('div', { class: 'columns' },
        el('div', {}, resource && typeof resource === 'object' ? this.resourceView(resource, request.url) : '',
          h3('Document'), bodyView(text, answer.bodyLength, 'Document')),
        el('div', {}, h3('Lint notes'), resource === undefined ? faint(answer.bodyLength > text.length * 4 ? 'Too large to be read here.' : 'Not JSON.') : notes.length
          ? el('ul', { class: 'plain' }, notes.map((note) => el('li', {}, el('span', { class: 'warn' }, '! '), note))) : el('p', { class: 'good' }, '✓ Nothing to complain about.'),
        h3('Response header'), table(['Name', 'Value'], answer.headers.map(([name, value]) => tr(rowHead(name), monoCell(value))), 'Response header'))));
  }

  resourceView(resource, base) {
    const links = linksOf(resource);
    const embedded = embeddedOf(resource);
    return [
      h3(`Links (${links.length})`),
      links.length === 0 ? faint('No links.') : table(['Relation', 'Link'], links.slice(0, mostLinks).map((each) => this.linkRow(each, resource, base)), 'Links'),
      links.length > mostLinks && faint(`The first ${mostLinks} are shown.`),
      formsOf(resource).map((form) => this.formView(form, resource, base)),
      embedded.length ? [h3(`Embedded (${embedded.length})`), embedded.slice(0, mostEmbedded).map(({ rel, resource: each, base: own }) => {
        const content = el('div', {});
        const unfold = () => fill(content, this.resourceView(each, typeof own === 'string' ? resolved(own, base) : base), textBlock(`Properties of ${rel}`, indented(JSON.stringify(properties(each)))));
        return el('details', { ontoggle: () => { if (!content.firstChild) unfold(); } }, el('summary', {}, el('b', {}, rel), ' ', el('span', { class: 'faint' }, clip(JSON.stringify(properties(each)), 90))), content);
      })] : '',
    ].flat(9);
  }

  linkRow({ rel, link }, resource, base) {
    const docs = documentation(rel, resource);
    const href = String(link.href ?? '');
    const facts = [link.name && `name ${link.name}`, link.title, link.type, link.hreflang].filter(Boolean).join(' · ');
    const how = { follow: link.name ? { relation: rel, name: link.name } : rel };
    return el('tr', {},
      rowHead(rel, docs && /^https?:/i.test(docs) ? el('div', {}, el('a', { href: docs, target: '_blank', rel: 'noreferrer noopener' }, 'documentation')) : '', link.deprecation ? el('div', {}, el('span', { class: 'badge warn' }, 'deprecated')) : ''),
      cell(link.templated === true ? this.templateForm(rel, href, base) : button(href, () => this.visit(resolved(href, base), how), { class: 'plain mono' }), facts ? faintly(facts) : ''));
  }

  /** A form of a template's variables with the expanded address as it is typed. */
  templateForm(rel, href, base) {
    const values = {};
    const preview = el('output', { class: 'mono faint' }, expand(href, values));
    return el('form', { onsubmit: (event) => { event.preventDefault(); this.visit(resolved(expand(href, values), base), { follow: { relation: rel, variables: { ...values } } }); } },
      el('div', { class: 'mono' }, href),
      variablesOf(href).map((name) => el('label', { class: 'field' }, name, el('input', { oninput: (event) => { values[name] = event.target.value; preview.textContent = expand(href, values); } }))),
      el('p', {}, preview), el('button', {}, 'Follow'));
  }

  /** A template of HAL-FORMS as a form; the browser checks its constraints. */
  formView({ key, template, fields: properties }, resource, base) {
    const fields = properties.map((property) => {
      const options = optionsOf(property.options?.inline, property.options);
      const common = { name: property.name, required: property.required === true, 'aria-label': property.prompt ?? property.name };
      const input = options ? el('select', { ...common, multiple: property.options.maxItems > 1 }, choices(property, options))
        : property.type === 'textarea' ? el('textarea', { ...common, value: property.value ?? '', readonly: property.readOnly === true, placeholder: property.placeholder, minlength: property.minLength, maxlength: property.maxLength })
        : el('input', { ...common, type: property.type === 'range' && property.value == null ? 'number' : types.includes(property.type) ? property.type : 'text', value: property.value ?? '', readonly: property.readOnly === true, placeholder: property.placeholder, pattern: isPattern(property.regex) ? property.regex : null, min: property.min, max: property.max, minlength: property.minLength, maxlength: property.maxLength, step: property.step ?? (property.type === 'number' ? 'any' : null) });
      const field = { property, input };
      const link = property.options?.link?.href;
      if (typeof link === 'string') field.more = button(`Load options from ${link}`, () => attempt(async () => {
        const { body } = await call('POST', 'send', { method: 'GET', url: resolved(link, base), headers: { Host: [location.host], Accept: ['application/json'] } });
        const found = optionsOf(JSON.parse(body), property.options);
        if (!found) throw new Error('The options are not a JSON array.');
        const select = el('select', { ...common, multiple: property.options.maxItems > 1 }, choices(property, found));
        field.input.replaceWith(select);
        field.input = select;
        refresh();
      }), { class: 'plain' });
      return field;
    });
    const preview = textBlock('Content to send');
    const values = () => Object.fromEntries(fields.filter(({ property, input }) => property.required || input.value !== '').map(({ property, input }) => [property.name, ['number', 'range'].includes(property.type) && input.value !== '' ? parsedNumber(input.value) : input.multiple ? [...input.selectedOptions].map((each) => each.value) : input.value]));
    const refresh = () => { preview.textContent = JSON.stringify(values(), null, 2); };
    refresh();
    return el('form', { oninput: refresh, onsubmit: (event) => {
      event.preventDefault();
      const method = String(template.method ?? 'GET').toUpperCase();
      const target = resolved(template.target ?? linksOf(resource).find(({ rel }) => rel === 'self')?.link.href ?? base, base);
      const how = { submit: { template: key, values: values() } };
      if (method === 'GET') return this.visit(`${target}${target.includes('?') ? '&' : '?'}${new URLSearchParams(values())}`, how);
      this.method.value = method;
      this.url.value = target;
      this.headers.value = `Accept: ${usualAccept}\nContent-Type: ${template.contentType ?? 'application/json'}`;
      this.body.value = template.contentType === 'application/x-www-form-urlencoded' ? String(new URLSearchParams(values())) : JSON.stringify(values());
      return this.go(how);
    } }, el('fieldset', {}, el('legend', {}, template.title ?? key, ` (${template.method ?? 'GET'})`),
      fields.map(({ property, input, more }) => [el('label', { class: 'field' }, `${property.prompt ?? property.name}${property.required ? ' (required)' : ''}`, input), more]),
      preview, el('button', {}, 'Submit')));
  }

  /** The response at the end of the redirections that the client follows; null if that is not of this server. */
  async followed({ request, answer, resource }) {
    for (let hops = 0; hops < 10; hops += 1) {
      const location = fieldOf(answer, 'location');
      const isFollowed = answer.status === 303 || ([301, 302].includes(answer.status) && request.method === 'POST') || ([301, 302, 307, 308].includes(answer.status) && ['GET', 'HEAD'].includes(request.method));
      if (!location || !isFollowed) return { answer, resource };
      const url = resolved(location, request.url);
      if (!url.startsWith('/')) return null;
      request = { method: request.method === 'HEAD' ? 'HEAD' : 'GET', url };
      ({ answer, resource } = await sent({ ...request, headers: { Accept: [usualAccept] } }));
    }
    return null;
  }

  async addStep(visit) {
    const end = await this.followed(visit).catch(() => null);
    if (!end) { toast('Its redirection leads to where the explorer does not follow; write this step by hand.'); return; }
    const { request, how } = visit;
    const { answer, resource } = end;
    const type = { ...(request.method === 'GET' ? {} : { method: request.method }) };
    const prefix = ownAddress === '/' ? rootPath.slice(0, -1) + (/^\/[~@][^/]*/.exec(request.url.slice(rootPath.length - 1))?.[0] ?? '') : here.slice(0, -1);
    const url = request.url.startsWith(prefix) ? request.url.slice(prefix.length) || '/' : request.url;
    const made = how?.submit ? { submit: how.submit } : how?.follow && this.steps.length ? { follow: how.follow, ...type } : { ...type, url };
    const content = request.body && !how?.submit ? { body: request.body, contentType: request.headers['Content-Type']?.[0] ?? 'application/json' } : {};
    const accept = request.headers.Accept?.[0];
    const expect = answer.fault ? { outcome: 'connectionFailure' } : { outcome: outcomeOf(answer.status, resource !== undefined || answer.bodyLength === 0), status: answer.status };
    const relations = [...new Set(linksOf(resource).map(({ rel }) => rel))];
    if (relations.length && expect.outcome === 'success') expect.relations = relations;
    const name = `${this.steps.length + 1}: ${request.method} ${clip(url, 60)}`;
    this.steps.push({ name, request: { ...made, ...content, ...(accept && accept !== usualAccept ? { accept } : {}) }, expect, isUnmatched: /^No interaction matches |unmatched-request/.test(answer.body) });
    this.showSteps();
    toast('Added a step.');
  }

  showSteps() {
    const yaml = () => contractYAML(this.steps);
    fill(this.stepsNote, ...(this.steps.length === 0 ? [] : [el('div', { class: 'tools' },
      el('b', { class: 'grow' }, counted(this.steps.length, 'contract step')),
      button('Show as YAML', () => dialog('Contract', el('p', {}, 'Append it to the scenario file, then run hypermock verify.'), textBlock('Contract as YAML', yaml()), button('Copy', () => copy(yaml(), 'the contract')))),
      button('Remove the last', () => { this.steps.pop(); this.showSteps(); }))]));
  }
}

const types = ['text', 'number', 'email', 'url', 'date', 'datetime-local', 'month', 'week', 'time', 'tel', 'color', 'hidden', 'password', 'range', 'search'];
/** Sends a request inside the server; the resource is undefined if the body is not JSON. */
const sent = async (request) => {
  const answer = await call('POST', 'send', { ...request, headers: { Host: [location.host], ...request.headers } });
  const text = answer.body ?? decoded(answer.bodyAsBase64);
  let resource;
  try { resource = parsedJSON(text); } catch { /* Not JSON. */ }
  return { answer, text, resource };
};
const parsedNumber = (text) => { try { return parsedJSON(text); } catch { return Number(text); } };
const fieldOf = (answer, wanted) => answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
const properties = (resource) => Object.fromEntries(Object.entries(resource).filter(([name]) => !['_links', '_embedded', '_templates'].includes(name)));
const choices = ({ options, value: usual }, pairs) => pairs.map(([value, prompt]) => el('option', { value, selected: [options.selectedValues, usual].flat().includes(value) }, prompt));
const resolved = (href, base) => {
  try {
    const url = new URL(href, new URL(base, location.origin));
    return url.origin === location.origin ? url.pathname + url.search : url.href;
  } catch { return String(href); }
};

export let explorer;
export const makeExplorer = () => { explorer ??= new Explorer(); return explorer; };
export const showInExplorer = (url) => { location.hash = '#/explorer'; makeExplorer().visit(url); };
