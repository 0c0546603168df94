/** Fails to compile unless both types are the same: `any` equals only itself. */
export function isExactly<Expected>() {
  return <Actual>(_value: Actual, ..._same: Same<Expected, Actual> extends true ? [] : [never]): void => {};
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
