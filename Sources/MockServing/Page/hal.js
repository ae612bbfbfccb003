// HAL without a document: links, CURIEs, URI templates, forms, lint notes, and steps of a contract as YAML.

const list = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Number);

/** The links as `{rel, link}`, those of `curies` aside. */
export const linksOf = (resource) => Object.entries(isObject(resource?._links) ? resource._links : {})
  .filter(([rel]) => rel !== 'curies').flatMap(([rel, value]) => list(value).filter(isObject).map((link) => ({ rel, link })));

/**
 * The embedded resources as `{rel, resource, base}`: an object by relation, or the array of PEHateoas, whose entries have
 * a `media-type`, the `location` that links are relative to, and the resource as `payload`.
 */
export const embeddedOf = (resource) => (Array.isArray(resource?._embedded)
  ? resource._embedded.filter(isObject).map((each) => ({
    rel: String(each['media-type'] ?? each.rel ?? list(each._links?.self)[0]?.href ?? ''), base: each.location, resource: isObject(each.payload) ? each.payload : each,
  }))
  : Object.entries(isObject(resource?._embedded) ? resource._embedded : {}).flatMap(([rel, value]) => list(value).filter(isObject).map((each) => ({ rel, resource: each }))));

/** The documentation of a relation: its CURIE expanded, or the relation itself if it is a URI. */
export const documentation = (rel, resource) => {
  const [prefix, reference] = rel.split(/:(.*)/s);
  const curie = list(resource?._links?.curies).find((each) => each?.name === prefix);
  if (typeof curie?.href === 'string' && reference) return expand(curie.href, { rel: reference });
  return /^https?:/i.test(rel) ? rel : null;
};

const operators = {
  '': ['', ',', '', false], '+': ['', ',', '', true], '#': ['#', ',', '', true], '.': ['.', '.', '', false], '/': ['/', '/', '', false],
  ';': [';', ';', '', false], '?': ['?', '&', '=', false], '&': ['&', '&', '=', false],
};

export const variablesOf = (template) => [...new Set([...template.matchAll(/\{[+#./;?&]?([^}]*)\}/g)].flatMap(([, names]) => names.split(',').map((name) => name.replace(/(:\d+|\*)$/, ''))))].filter(Boolean);

/** Expands a URI template (RFC 6570, level 4); text with commas is a list for an exploded variable. */
export const expand = (template, values) => template.replace(/\{([+#./;?&]?)([^}]*)\}/g, (_, operator, names) => {
  const [first, separator, empty, isReserved] = operators[operator];
  const encode = (text) => (isReserved ? encodeURI(text).replace(/%25([\dA-F]{2})/gi, '%$1') : encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`));
  const named = ';?&'.includes(operator) && operator !== '';
  const parts = names.split(',').flatMap((name) => {
    const [, key, cut, explode] = /^([^:*]*)(?::(\d+))?(\*)?$/.exec(name) ?? [];
    const value = values[key];
    if (value === undefined || value === '') return [];
    const texts = (explode ? String(value).split(',') : [String(value)]).map((text) => encode(cut ? [...text].slice(0, Number(cut)).join('') : text));
    return named ? texts.map((text) => `${key}${text || empty ? '=' : ''}${text}`) : texts;
  });
  return parts.length ? first + parts.join(separator) : '';
});

/** Notes about a HAL document: what clients stumble over. */
export const lintNotes = (resource, contentType) => {
  const notes = [];
  if (!isObject(resource)) return ['The document is not an object, so it has no links.'];
  if (!/\bhal\+json\b|\+json/i.test(contentType) && (resource._links || resource._embedded)) notes.push(`The type is ${contentType || 'missing'}: HAL is application/hal+json.`);
  if (resource._links !== undefined && !isObject(resource._links)) notes.push('_links is not an object.');
  if (!resource._links?.self && (resource._links || /hal/i.test(contentType))) notes.push('The resource has no self link.');
  for (const { rel, link } of linksOf(resource)) {
    if (typeof link.href !== 'string') notes.push(`The link ${rel} has no href.`);
    else if (/\{/.test(link.href) && link.templated !== true) notes.push(`The link ${rel} looks like a template, but is not "templated": true.`);
    else if (link.templated === true && variablesOf(link.href).length === 0) notes.push(`The link ${rel} is templated, but has no variable.`);
    if (/^(javascript|data|vbscript):/i.test(link.href)) notes.push(`The link ${rel} runs code where a client opens it.`);
    if (link.deprecation) notes.push(`The link ${rel} is deprecated: ${link.deprecation}`);
    if (rel.includes(':') && !/^\w+:\/\//.test(rel) && !documentation(rel, resource)) notes.push(`The relation ${rel} has no CURIE.`);
  }
  if (Array.isArray(resource._embedded)) notes.push('_embedded is an array: the dialect of PEHateoas, which other clients do not read.');
  for (const { rel, resource: each } of embeddedOf(resource)) if (!each._links?.self) notes.push(`An embedded ${rel} has no self link.`);
  return notes;
};

/** The HAL-FORMS templates as `{key, template, fields}`. */
export const formsOf = (resource) => Object.entries(isObject(resource?._templates) ? resource._templates : {}).filter(([, template]) => isObject(template))
  .map(([key, template]) => ({ key, template, fields: list(template.properties).filter((property) => isObject(property) && typeof property.name === 'string') }));

/** The options of a field as pairs of value and prompt, from a list of values or of objects. */
export const optionsOf = (items, options = {}) => (Array.isArray(items) ? items.filter((item) => item != null).map((item) => (isObject(item)
  ? [String(item[options.valueField ?? 'value']), String(item[options.promptField ?? 'prompt'] ?? item[options.valueField ?? 'value'])] : [String(item), String(item)])) : null);

export const isPattern = (text) => { try { return typeof text === 'string' && Boolean(new RegExp(text, 'v')); } catch { return false; } };

export const scalar = (value) => (typeof value === 'string' && /^[A-Za-z/][\w/ .-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|~)$/i.test(value) && value === value.trim() ? value : JSON.stringify(value));
export const flow = (value) => (isObject(value) ? `{ ${Object.entries(value).map(([key, each]) => `${scalar(key)}: ${flow(each)}`).join(', ')} }` : scalar(value));

export const outcomeOf = (status, isReadable) => (status >= 200 && status < 300 ? (isReadable ? 'success' : 'undecodable') : status < 400 ? 'redirection' : status === 401 ? 'authenticationRequired'
  : status === 409 ? 'conflict' : status === 503 ? 'serverUnavailable' : status >= 500 ? 'serverError' : 'clientError');

/** The steps of a session as the `contract:` of a scenario file. */
export const contractYAML = (steps) => `${steps.some(({ isUnmatched }) => isUnmatched) ? 'allowUnmatched: true\n' : ''}contract:\n${steps.map(({ name, request, expect }) => `  - step: ${scalar(name)}\n    request: ${flow(request)}\n    expect:\n${Object.entries(expect).map(([key, value]) => `      ${key}: ${flow(value)}\n`).join('')}`).join('\n')}`;
