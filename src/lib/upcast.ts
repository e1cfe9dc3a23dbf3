/** Converts an object of one schema version to the next. It leaves alone what it does not know. */
type Upcaster<T extends object> = (of: T) => T

/** Keyed by the schema they convert from. Each new schema adds one, and none is ever changed (a phone may have been in a drawer for a year). */
export type Upcasters<T extends object> = Readonly<Record<number, Upcaster<T>>>

/** An object converted to the schema `to`. */
export function upcast<T extends object>(of: T, from: number, to: number, upcasters: Upcasters<T>): T {
  let now = of
  for (let schema = from; schema < to; schema++) now = upcasters[schema]?.(now) ?? now
  return now
}
