// The admin API of this address and of others; the token never appears in a URL.
import { toast, parsedJSON } from './dom.js';

const tokenKey = 'hypermock-token';
/** The path of this address, such as `/~orders@t/`, and of the root, behind any proxy. */
export const here = location.pathname.replace(/__admin\/?.*$/, '');
export const rootPath = here.replace(/(~|@|%7E|%40)[^/]*\/$/i, '');
export const ownAddress = `/${here.slice(rootPath.length)}`;
export const isRoot = ownAddress === '/';

/** Takes a token from the fragment out of the address bar, into this tab's storage. */
export const takeToken = () => {
  const given = /^#token=(.+)$/.exec(location.hash);
  if (!given) return;
  history.replaceState(null, '', location.pathname);
  try { if (!sessionStorage.getItem(tokenKey)) setToken(decodeURIComponent(given[1])); } catch { /* No token. */ }
};
export const setToken = (token) => sessionStorage.setItem(tokenKey, token);

/** Whether the token can be that of a header field. */
export const isToken = (text) => /^[!-~]+$/.test(text);

const headers = (more = {}) => {
  const token = sessionStorage.getItem(tokenKey);
  return { Accept: 'application/json', ...(isToken(token ?? '') ? { Authorization: `Bearer ${token}` } : {}), ...more };
};

export class Refusal extends Error {
  constructor(status, message) { super(message); this.status = status; }
}

/** Calls the admin API; `address` is another address, such as `/~orders/`. */
export const call = async (method, path, body, address) => {
  const url = `${address == null ? here : rootPath + address.slice(1)}__admin/${path}`;
  const response = await fetch(url, {
    method, headers: headers(body === undefined ? {} : { 'Content-Type': 'application/json' }), cache: 'no-store', redirect: 'error',
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  let document = {};
  try { document = parsedJSON(text); } catch { /* An empty body, or one of another server. */ }
  if (response.ok) return document;
  const problem = document.errors?.[0];
  throw new Refusal(response.status, problem ? [problem.title, problem.detail].filter(Boolean).join(': ') : `status ${response.status}`);
};

/** Calls the admin API and shows a failure; returns whether it succeeded. */
export const attempt = async (work, success) => {
  try { await work(); if (success) toast(success); return true; } catch (error) { toast(error.message); return false; }
};

/**
 * Reads the journal's events until the page is left; resumes by the last event's id after an interruption.
 * `handle` gets batches of events; `report` gets 'live', 'lost', 'closed' or a Refusal.
 */
export const follow = async (path, handle, report) => {
  let last, pause = 500;
  for (;;) {
    let isStale = false;
    try {
      const response = await fetch(`${here}__admin/${path}`, {
        headers: headers({ Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) }), cache: 'no-store',
      });
      if (!response.ok) throw new Refusal(response.status, `status ${response.status}`);
      report('live');
      pause = 500;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const parts = (rest + value).split('\n\n');
        rest = parts.pop();
        const events = parts.map(parsed).filter(Boolean);
        for (const event of events) if (event.id) last = event.id;
        if (events.some(({ type }) => type === 'removed')) { isStale = true; last = undefined; await reader.cancel(); break; }
        if (events.length) handle(events);
      }
    } catch (error) {
      if (error instanceof Refusal) { report(error); if (error.status === 401) return; }
    }
    if (!isStale) report('lost');
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, 5000);
    if (document.hidden) await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
  }
};

const parsed = (text) => {
  const event = { type: 'message', data: '' };
  for (const line of text.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon < 1) continue;
    const [name, value] = [line.slice(0, colon), line.slice(colon + 2)];
    if (name === 'event') event.type = value;
    else if (name === 'data') event.data += value;
    else if (name === 'id') event.id = value;
  }
  return event.data ? { ...event, data: JSON.parse(event.data) } : null;
};
