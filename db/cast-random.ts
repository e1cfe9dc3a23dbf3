/** A sequence of numbers from 0 up to 1, the same for the same seed on every machine. */
function randomOf(seed: string): () => number {
  let state = 2_166_136_261
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One of them, always the same for the same seed. */
export function pick<T>(seed: string, from: readonly T[]): T {
  const chosen = from[Math.floor(randomOf(seed)() * from.length)]
  if (chosen === undefined) throw new Error('nothing to pick from')
  return chosen
}

/** In another order, always the same for the same seed. */
export function shuffled<T>(seed: string, items: readonly T[]): T[] {
  const next = randomOf(seed)
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
