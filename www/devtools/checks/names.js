/** Names that model APIs refuse, or that several tools have. */
import { hasUnseen } from '../../ui/result/visible.js';

/** @import {Rule} from './lint.js' */

/** OpenAI, Anthropic and others. */
const FOR_MODELS = /^[\w-]{1,64}$/;
/** Gemini. */
const FOR_GEMINI = /^[a-zA-Z_][\w.:-]{0,63}$/;

/** @type {Rule} */
export function names({ info, namesakes }) {
  const { name } = info;
  const findings = [];
  if (name === '') findings.push({ id: 'name-empty', level: 'error' });
  else if (!FOR_MODELS.test(name))
    findings.push({ id: 'name-refused', level: 'warn', values: { count: name.length } });
  else if (!FOR_GEMINI.test(name)) findings.push({ id: 'name-gemini', level: 'info' });
  if (hasUnseen(name)) findings.push({ id: 'name-unseen', level: 'error' });
  if (namesakes > 0) findings.push({ id: 'name-shared', level: 'warn', values: { count: namesakes } });
  return /** @type {ReturnType<Rule>} */ (findings);
}

/** @type {Rule} */
export function similarNames({ key, info }, tools) {
  const plain = (/** @type {string} */ name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const similar = tools.filter(
    (other) =>
      other.key !== key &&
      other.change !== 'removed' &&
      other.info.name !== info.name &&
      plain(other.info.name) === plain(info.name),
  );
  if (similar.length === 0) return [];
  const listed = similar.slice(0, 5).map((other) => other.info.name.slice(0, 64));
  return [{ id: 'name-similar', level: 'warn', values: { names: listed.join(', ') } }];
}
