/**
 * Drags from one place of the page to another, by the mouse of either of the browsers' libraries.
 *
 * @param {{
 *   move(x: number, y: number, options?: { steps: number }): Promise<void>,
 *   down(): Promise<void>, up(): Promise<void>,
 * }} mouse
 * @param {number} x
 * @param {number} y
 * @param {number} toX
 * @param {number} toY
 */
export async function drag(mouse, x, y, toX, toY) {
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(toX, toY, { steps: 4 });
  await mouse.up();
}
