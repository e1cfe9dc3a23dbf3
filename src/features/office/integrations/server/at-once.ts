/** Runs some work, a few at once; after the first failure nothing more is begun. */
export async function atOnce(work: readonly (() => Promise<void>)[], most: number): Promise<void> {
  const queue = [...work]
  const lane = async () => {
    try {
      for (let next = queue.shift(); next; next = queue.shift()) await next()
    } catch (error) {
      queue.length = 0
      throw error
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: most }, lane))
  const failed = lanes.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}
