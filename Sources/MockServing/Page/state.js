// What requests have changed: the clock, machines, sequences, live resources, quotas and sandboxes.
import { el, fill, button, askingButton, table, timeText, sizeText, faint, monoCell, numberCell, rowHead, cell, h3, tools, tr } from './dom.js';
import { call, attempt, isRoot, rootPath } from './api.js';

const windowKinds = { fixed: 'fixed window', sliding: 'sliding window', tokenBucket: 'token bucket' };
const shownUses = 300;
const sandboxPage = 100;

export const showState = async (view) => {
  const reload = async () => {
    const name = document.activeElement?.textContent;
    await showState(view);
    [...view.querySelectorAll('button')].find((each) => each.textContent === name)?.focus();
  };
  const done = async (work, text) => { if (await attempt(work, text)) reload(); };
  const [{ scenarios: machines }, { interactions }, { resources }, { quotas }, time] =
    await Promise.all(['scenarios', 'usage', 'resources', 'quotas', 'clock'].map((path) => call('GET', path)));
  const used = interactions.filter((use) => use.served > 0).concat(interactions.filter((use) => use.served === 0));
  fill(view,
    tools(el('h2', { class: 'grow' }, 'State'), button('Reload', reload),
      askingButton('Reset states', 'Really reset all machines and sequences?', () => done(() => call('POST', 'scenarios/reset'), 'All machines are at their start.')),
      askingButton('Reset everything', 'Really reset mappings, states and journal?', () => done(() => call('POST', 'reset'), 'Mappings, states and journal are reset.'))),
    h3('Clock'), clock(time, (change) => done(() => call('POST', 'clock', change), 'The clock is set.')),
    h3('State machines'),
    machines.length === 0 ? faint('No interaction has a state.') : table(['Machine', 'State'], machines.map((machine) => el('tr', {},
      rowHead(machine.name),
      cell(el('select', { 'aria-label': `State of ${machine.name}`, value: machine.state,
        onchange: (event) => done(() => call('PUT', `scenarios/${encodeURIComponent(machine.name)}/state`, { state: event.target.value }), 'The state is set.') },
        [...new Set(['Started', ...machine.possibleStates])].map((state) => el('option', { selected: state === machine.state }, state)))))), 'State machines'),
    h3('Interactions and their sequences'),
    interactions.length > shownUses && faint(`${shownUses} of ${interactions.length}, the used ones first.`),
    interactions.length === 0 ? faint('This address has no interactions.')
      : table(['Interaction', 'Place', '#Responses', 'Next'], used.slice(0, shownUses).map((use) => el('tr', {},
        rowHead(use.name ?? 'unnamed'), monoCell(use.location), numberCell(use.served),
        cell(use.responses > 1 ? `call ${use.position + 1}; ${use.responses} responses` : 'always the same'))), 'Interactions'),
    resources.length > 0 && [h3('Live resources'), table(['Resource', 'Path', '#Items', '#Revision', '#Size'],
      resources.map(({ name, path, count, revision, bytes }) => tr(rowHead(name), monoCell(path),
        [count, revision, sizeText(bytes)].map((value) => numberCell(value)))), 'Live resources')],
    quotas.length > 0 && [h3('Quotas'), table(['Policy', 'Quota', '#Least left', 'More', '#Clients'], quotas.map((quota) => el('tr', {},
      rowHead(quota.name), cell(`${quota.quota} in ${quota.window} s by ${quota.by}; ${windowKinds[quota.kind]}`),
      numberCell(quota.remaining), cell(quota.resetMilliseconds === undefined ? '' : `in ${Math.ceil(quota.resetMilliseconds / 1000)} s`),
      numberCell(quota.clients))), 'Quotas')],
    isRoot && h3('Sandboxes'), isRoot && await sandboxes(done));
};

const clock = ({ now, state }, set) => el('div', { class: 'tools' },
  el('p', { class: 'grow' }, state === 'real' ? "The system's time." : `${now}, ${state === 'frozen' ? 'stopped' : "not the system's time"}`),
  [['1 minute', 60], ['1 hour', 3600], ['1 day', 86400]].map(([text, seconds]) => button(`+ ${text}`, () => set({ advance: seconds }))),
  state === 'frozen' ? button('Run', () => set({ run: true })) : button('Stop', () => set({ freeze: true })),
  state !== 'real' && button('Reset the clock', () => set({ reset: true })));

const sandboxes = async (done) => {
  const box = el('div', {});
  const rows = [];
  const more = async () => {
    const { sandboxes: list, meta } = await call('GET', `addresses?limit=${sandboxPage}&offset=${rows.length}`);
    rows.push(...list.map(({ address, lastUsed }) => el('tr', {},
      rowHead(el('a', { href: `${rootPath}${address.slice(1)}__admin/` }, address)),
      cell(lastUsed ? `at ${timeText(lastUsed)}` : 'not used'),
      cell(askingButton('Reset', 'Really reset it?', () => done(() => call('POST', 'reset', undefined, address), `${address} is reset.`)), ' ',
        askingButton('Drop', 'Really drop it?', () => done(() => call('POST', 'shutdown', undefined, address), `${address} is dropped.`))))));
    fill(box, meta.total === 0 ? faint('No sandboxes: a request to /@token/… or /~scenario@token/… creates one.')
      : table(['Sandbox', 'Last request', 'Actions'], rows, 'Sandboxes'),
    rows.length < meta.total ? button(`Show more of ${meta.total}`, more) : '');
  };
  await more();
  return box;
};
