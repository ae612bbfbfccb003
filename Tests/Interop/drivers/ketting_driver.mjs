// Ketting under Deno: states of resources; a response of 400 or above throws HttpError.

import { HttpError, Ketting } from "ketting";
import { Unsupported, drive, lines, missing, outcome, request } from "./driving.mjs";

const states = new Map();

async function perform(call) {
  const { method, headers, body, signal } = request(call);
  let resource;
  if (call.follow) {
    const { relation, fromCall, name, variables } = call.follow;
    const state = states.get(fromCall);
    const link = state?.links.getMany(relation).find((link) => [undefined, link.name].includes(name));
    if (!link) return missing(relation);
    // `follow` has no way to choose one of several links.
    resource = name ? state.client.go(link) : state.follow(relation, variables);
  } else {
    resource = new Ketting(call.url).go();
  }
  if (method === "DELETE" && [...headers].length > 0) throw new Unsupported("the client sends no fields with DELETE");
  let response, text;
  // A state does not have the status.
  resource.client.use(async (sent, next) => {
    response = await next(new Request(sent, { signal }));
    text = await response.clone().text();
    return response;
  });
  const options = { headers: Object.fromEntries(headers), data: body, serializeBody: () => body ?? null };
  const values = () => ({ headers: lines(response.headers), body: text });
  try {
    const send = method === "GET" ? "refresh" : method.toLowerCase();
    const state = await resource[send](...(method === "DELETE" ? [] : [options]));
    if (!state) return outcome(response.status, values());
    states.set(call.id, state);
    const relations = {};
    for (const link of state.links.getAll?.() ?? []) {
      (relations[link.rel] ??= []).push(link.templated ? link.href : new URL(link.href, link.context).href);
    }
    const { _links, _embedded, ...model } = Object(state.data);
    const isState = method !== "HEAD" && text;
    return outcome(response.status, { ...values(), ...(isState ? { model, relations } : {}) });
  } catch (error) {
    if (error instanceof HttpError) return outcome(error.status, values());
    if (text === undefined) throw error;
    return outcome(response.status, { ...values(), outcome: "undecodable", detail: String(error).slice(0, 300) });
  }
}

// PUT, PATCH and DELETE return no state.
const reading = ["GET", "POST"];
await drive("Ketting", ["outcome", "headers", "body", "follow", { name: "model", methods: reading },
  { name: "relations", methods: reading }], perform);
