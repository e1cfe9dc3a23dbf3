/** The same function, working again only when an argument is another than last time: screens that show the same rows share the answer. */
export function memoLast<A extends readonly unknown[], R>(compute: (...args: A) => R): (...args: A) => R {
  let last: { args: A; result: R } | undefined
  return (...args) => {
    if (!last || args.some((arg, at) => arg !== last?.args[at])) last = { args, result: compute(...args) }
    return last.result
  }
}
