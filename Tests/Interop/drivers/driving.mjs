// What the drivers of all JavaScript clients share: the lines, the classes of statuses, and the faults of driving.py.

import { createInterface } from "node:readline";
import process from "node:process";

const fault = process.env.HYPERMOCK_DRIVER_FAULT;
const special = { 401: "authenticationRequired", 409: "conflict", 503: "serverUnavailable" };
const classes = { 2: "success", 3: "redirection", 4: "clientError" };

export class Unsupported extends Error {}

export function outcome(status, values) {
  let name = special[status] ?? classes[Math.floor(status / 100)] ?? "serverError";
  if (name === "conflict" && fault === "conflict-as-client-error") name = "clientError";
  const flags = name === "redirection" ? { notModified: status === 304, permanent: [301, 308].includes(status) } : {};
  return { outcome: name, status, ...flags, ...values };
}

export const missing = (relation) => ({ outcome: "undecodable", detail: `the resource has no link '${relation}'` });

export function failure(error) {
  const detail = [error, error.cause].filter(Boolean).map(String).join(": ").replaceAll(/\s+/g, " ").slice(0, 300);
  return { outcome: error instanceof SyntaxError ? "undecodable" : "connectionFailure", detail };
}

/** The method, the fields, the body and the limit of a call, as `fetch` takes them. */
export function request(call) {
  const fields = new Headers();
  for (const [name, value] of Object.entries(call.headers ?? {})) fields.set(name, [value].flat().join(", "));
  const names = { accept: "Accept", acceptLanguage: "Accept-Language", ifMatch: "If-Match", ifNoneMatch: "If-None-Match",
    ifModifiedSince: "If-Modified-Since", ifUnmodifiedSince: "If-Unmodified-Since" };
  for (const [key, name] of Object.entries(names)) if (key in call) fields.set(name, call[key]);
  const { bearer, basic, scheme } = call.authorization ?? {};
  if (scheme) throw new Unsupported(`the client has no scheme ${scheme}`);
  if (bearer) fields.set("Authorization", `Bearer ${bearer}`);
  if (basic) fields.set("Authorization", `Basic ${btoa(`${basic.username}:${basic.password}`)}`);
  const body = "jsonBody" in call ? JSON.stringify(call.jsonBody) : call.body;
  const type = call.contentType ?? ("jsonBody" in call ? "application/json" : "body" in call ? "text/plain;charset=utf-8" : null);
  if (type) fields.set("Content-Type", type);
  return { method: call.method, headers: fields, body, signal: AbortSignal.timeout(call.timeoutMilliseconds) };
}

/** All lines of all fields of a response of `fetch`. */
export function lines(headers) {
  return { ...Object.fromEntries(headers), "set-cookie": headers.getSetCookie() };
}

/** Says hello, and answers each call by `perform(call)`: the outcome, or Unsupported. */
export async function drive(name, capabilities, perform) {
  const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
  say({ hypermockDriver: 1, name, capabilities });
  for await (const line of createInterface({ input: process.stdin })) {
    const call = JSON.parse(line);
    try {
      if (fault === "sent-twice") await perform(call).catch(() => {});
      say({ id: call.id, calls: [await perform(call).catch((error) => {
        if (error instanceof Unsupported) throw error;
        return failure(error);
      })] });
    } catch (error) {
      say({ id: call.id, unsupported: error.message });
    }
  }
}
