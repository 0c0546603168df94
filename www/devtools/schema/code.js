/** Code that calls a tool, made of text alone. */

/** @import {ToolDefinition} from '../model/types.js' */

/**
 * A value as JavaScript writes it: as JSON, but for a key that an object literal would take for the prototype.
 *
 * @param {unknown} value
 * @param {string} [indent] of the lines after the first
 */
export function literal(value, indent = '') {
  const json = JSON.stringify(value ?? {}, undefined, 2) ?? '{}';
  const text = json.includes('"__proto__":') ? `JSON.parse(${JSON.stringify(JSON.stringify(value))})` : json;
  return text.replaceAll('\n', `\n${indent}`);
}

/**
 * @typedef {object} CopiedCall
 * @property {string} name
 * @property {unknown} args
 * @property {string} [origin] of the tool's document, where it is not the page's own
 */

/** @param {CopiedCall} call */
export function callCode({ name, args, origin }) {
  const options = origin ? `, { origin: ${JSON.stringify(origin)} }` : '';
  return `import { executeTool } from 'webmcp-exec';

const result = await executeTool(${JSON.stringify(name)}, ${literal(args)}${options});
console.log(result);
`;
}

/**
 * A test for Playwright that makes the call in the page and looks at what came of it.
 *
 * @param {CopiedCall & { url: string, status?: string, result?: any }} call
 */
export function testCode({ name, args, origin, url, status = 'completed', result }) {
  const options = origin ? `{ origin: ${JSON.stringify(origin)} }` : '{}';
  const structured = result?.structuredContent;
  const [first] = Array.isArray(result?.content) ? result.content : [];
  const expected =
    structured !== undefined
      ? `\n  expect(report.result.structuredContent).toEqual(${literal(structured, '  ')});`
      : typeof first?.text === 'string' && first.text.length < 2000
        ? `\n  expect(report.result.content[0].text).toBe(${JSON.stringify(first.text)});`
        : '';
  return `import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';

const script = createRequire(import.meta.url).resolve('webmcp-exec/webmcp-exec.iife.js');

test(${JSON.stringify(`${name} is ${status}`)}, async ({ page }) => {
  await page.goto(${JSON.stringify(url)});
  await page.addScriptTag({ path: script });
  const args = ${literal(args, '  ')};
  const report = await page.evaluate(async ([name, args, options]) => {
    const { status, result } = await webmcpExec.executeToolDetailed(name, args, options);
    return { status, result };
  }, [${JSON.stringify(name)}, args, ${options}]);
  expect(report.status).toBe(${JSON.stringify(status)});${expected}
});
`;
}
