/** Makes a thing of one schema one of the next. What it does not know it leaves alone. */
type Upcaster<T extends object> = (of: T) => T

/** By the schema they take a thing from; each new schema adds one, and none is ever changed (a phone may have been in a drawer for a year). */
export type Upcasters<T extends object> = Readonly<Record<number, Upcaster<T>>>

/** A thing as the schema `to` has it. */
export function upcast<T extends object>(of: T, from: number, to: number, upcasters: Upcasters<T>): T {
  let now = of
  for (let schema = from; schema < to; schema++) now = upcasters[schema]?.(now) ?? now
  return now
}
