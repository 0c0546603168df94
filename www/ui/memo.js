/** A component that is drawn again only when one of its properties is another value. */
import { Component, createElement } from 'preact';

/**
 * @template {object} Props
 * @param {import('preact').ComponentType<Props>} Drawn
 * @returns {import('preact').ComponentClass<Props>}
 */
export function memo(Drawn) {
  return class extends Component {
    /** @param {Props} next */
    shouldComponentUpdate(next) {
      const before = /** @type {any} */ (this.props);
      const after = /** @type {any} */ (next);
      return (
        Object.keys(after).length !== Object.keys(before).length ||
        Object.keys(after).some((name) => !Object.is(after[name], before[name]))
      );
    }

    render() {
      return createElement(/** @type {any} */ (Drawn), this.props);
    }
  };
}
