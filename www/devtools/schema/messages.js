/** The words of the Schema tab. */

/** @type {import('../../ui/messages.js').MessageTable} */
export const messages = {
  'schema.view': 'Schema as',
  'schema.tree': 'Tree',
  'schema.json': 'JSON',
  'schema.agent': 'As the agent sees it',
  'schema.none': 'This tool has no schema',
  'schema.none.text': 'It does not say which arguments it takes.',
  'schema.label': 'Schema of the arguments',
  'schema.format': 'Format',
  'schema.openai': 'OpenAI',
  'schema.anthropic': 'Anthropic',
  'schema.gemini': 'Gemini',
  'schema.mcp': 'MCP',
  'schema.definition': 'Definition for {format}',
  'schema.tokens': { one: 'about {count} token', other: 'about {count} tokens' },
  'schema.failed': 'This tool cannot be written so: {message}',
  'schema.copy-as': 'Copy as',
  'schema.copy.code': 'executeTool call',
  'schema.copy.test': 'Playwright test',
  'schema.copy.schema': 'JSON Schema',
  'schema.copy.format': '{format} definition',
  'schema.copied': '{what} copied',
};
