/** What may be wrong with a tool. To be loaded late. */
import { useMemo } from 'preact/hooks';
import { useMessages, useStyles } from '../../ui/context.js';
import { Icon } from '../../ui/icons.jsx';
import '../../ui/more-icons.js';
import { addMessages } from '../../ui/messages.js';
import { visible } from '../../ui/result/visible.js';
import styles from './checks-tab.css';
import { lint } from './lint.js';
import { messages } from './messages.js';

/** @import {Core, ToolEntry} from '../model/types.js' */
/** @import {Finding} from './lint.js' */

addMessages(messages);

const TONES = { error: 'danger', warn: 'warn', info: undefined };

/** @type {Record<Finding['level'], import('../../ui/icons.jsx').IconName>} */
const ICONS = { error: 'broken', warn: 'broken', info: 'help' };

/**
 * @param {object} props
 * @param {ToolEntry} props.tool
 * @param {readonly ToolEntry[]} props.tools all of them: some mistakes are made together
 * @param {Core} props.core
 */
export function ChecksTab({ tool, tools }) {
  useStyles(styles);
  const { text } = useMessages();
  const findings = useMemo(() => lint(tool, tools), [tool.info, tool.namesakes, tools]);
  const wrong = findings.filter(({ level }) => level !== 'info').length;
  return (
    <div class="checks-tab">
      <h4 class="checks-title" data-tone={wrong ? 'warn' : 'ok'}>
        <Icon name={wrong ? 'broken' : 'check'} />
        {wrong ? text('checks.count', { count: wrong }) : text('checks.none')}
      </h4>
      {wrong === 0 && <p class="hint">{text('checks.none.text')}</p>}
      <ul class="checks" aria-label={text('checks.label')}>
        {findings.map(({ id, level, values }) => (
          <li key={id} data-level={level}>
            <span class="check-level" data-tone={TONES[level]} title={text(`checks.${level}`)}>
              <Icon name={ICONS[level]} />
              <span class="visually-hidden">{text(`checks.${level}`)}: </span>
            </span>
            <bdi>{visible(text(`check.${id}`, values))}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
