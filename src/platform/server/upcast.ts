/** Makes an op of one schema one of the next. What it does not know it leaves alone: the reader of ops judges what came. */
export type Upcaster = (op: Record<string, unknown>) => Record<string, unknown>

/** By the schema they take an op from; each new schema adds one, and none is ever changed (a phone may have been in a drawer for a year). */
const UPCASTERS: Readonly<Record<number, Upcaster>> = {}

/** An op as the schema `to` has it. */
export function upcast(op: unknown, from: number, to: number, upcasters: Readonly<Record<number, Upcaster>> = UPCASTERS): unknown {
  if (typeof op !== 'object' || op === null) return op
  let now = op as Record<string, unknown>
  for (let schema = from; schema < to; schema++) now = upcasters[schema]?.(now) ?? now
  return now
}
