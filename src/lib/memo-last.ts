/**
 * The same function, computing again only when an argument differs from the last call, so that screens showing the same rows share the result.
 */
export function memoLast<A extends readonly unknown[], R>(compute: (...args: A) => R): (...args: A) => R {
  let last: { args: A; result: R } | undefined
  return (...args) => {
    if (!last || args.some((arg, at) => arg !== last?.args[at])) last = { args, result: compute(...args) }
    return last.result
  }
}
