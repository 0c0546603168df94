/** The words of the Checks tab. */

/** @type {import('../../ui/messages.js').MessageTable} */
export const messages = {
  'checks.label': 'Checks of this tool',
  'checks.none': 'Nothing to improve',
  'checks.none.text': 'What can be checked looks fine.',
  'checks.count': { one: '{count} thing to improve', other: '{count} things to improve' },
  'checks.error': 'Problem',
  'checks.warn': 'Better not',
  'checks.info': 'Note',

  'check.name-empty': 'The tool has no name.',
  'check.name-refused':
    'OpenAI and Anthropic refuse this name: theirs are at most 64 letters of A–Z, a–z, 0–9, _ and -. It has {count} characters. createToolAliases makes names that they take.',
  'check.name-gemini': 'Gemini wants names that begin with a letter or an underscore.',
  'check.name-unseen': 'The name holds characters that cannot be seen.',
  'check.name-shared': {
    one: '{count} tool of another frame has the same name: calls need its origin or window.',
    other: '{count} tools of other frames have the same name: calls need an origin or window.',
  },
  'check.name-similar': 'Other names are nearly the same: {names}. A model may confuse them.',
  'check.description-missing': 'The tool has no description: a model cannot know when to use it.',
  'check.description-short':
    'The description is short. Say what the tool does, when to use it, and what it answers.',
  'check.description-long': 'The description has {count} characters. OpenAI takes {most}.',
  'check.description-name': 'The description only repeats the name.',
  'check.argument-description': {
    one: 'An argument has no description: {names}',
    other: '{count} arguments have no description: {names}',
  },
  'check.text-unseen':
    'A text holds characters that cannot be seen, or that turn its order round. A model reads what people do not.',
  'check.hints-missing':
    'The tool does not say whether it changes anything (readOnlyHint): agents have to ask before each call.',
  'check.hints-contradict': 'The tool says that it changes nothing, and that what it does matters.',
  'check.schema-missing': 'The tool has no inputSchema: models send whatever they like.',
  'check.schema-no-object': 'The inputSchema is no object.',
  'check.schema-type': 'The schema does not say "type": "object" at its root, which model APIs want.',
  'check.schema-union': 'The schema has {keywords} at its root. OpenAI and Anthropic refuse that there.',
  'check.schema-keywords': 'Some providers ignore or refuse: {keywords}. Say it in the descriptions, too.',
  'check.schema-ref-outside': 'References out of the schema are not followed: {references}',
  'check.schema-ref-broken': 'References lead nowhere: {references}',
  'check.schema-deep': 'The arguments lie more than {count} levels deep. Models make mistakes there.',
  'check.argument-type': 'Arguments without a type: {names}',
  'check.arguments-many': 'The tool takes {count} arguments. Models do better with fewer.',
  'check.required-unknown': 'Required, but not described: {names}',
  'check.cost': {
    one: 'In every request that offers it to a model, the tool is about {count} token.',
    other: 'In every request that offers it to a model, the tool is about {count} tokens.',
  },
  'check.cost-dear': {
    other: 'In every request that offers it to a model, the tool is about {count} tokens: that is dear.',
  },
  'check.cost-together': { other: 'All {tools} tools of the page together are about {count} tokens.' },
};
