/** The style sheets that are loaded with the panel, in order. */
import base from '../../ui/element/base.css';
import theme from '../../ui/element/theme.css';
import panel from './panel.css';

export const styles = [theme, base, panel];
