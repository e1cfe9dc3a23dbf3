const FEW = 4

/** Does something with each, a few at a time and in their order; returns the results. A failure is thrown, and no other is begun. */
export async function fewAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done = new Array<R>(items.length)
  const waiting = [...items.entries()]
  const goOn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) done[next[0]] = await work(next[1])
  }
  const lane = () =>
    goOn().catch((error) => {
      waiting.length = 0
      throw error
    })
  await Promise.all(Array.from({ length: FEW }, lane))
  return done
}
