// fetch of Node: an HTTP client that decodes JSON, and knows no links.

import { drive, lines, outcome, request } from "./driving.mjs";

async function perform(call) {
  const response = await fetch(call.url, request(call));
  const body = await response.text();
  const values = { headers: lines(response.headers), body };
  try {
    if (response.ok && body) values.model = JSON.parse(body);
  } catch (error) {
    Object.assign(values, { outcome: "undecodable", detail: error.message });
  }
  return outcome(response.status, values);
}

await drive("fetch", ["outcome", "headers", "body", "model", "https", "reuse"], perform);
