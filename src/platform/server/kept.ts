/**
 * Caches results for a moment: concurrent callers share one look-up, and no result is older than `freshMs`, counted from the start of its
 * look-up. A failed look-up is not cached, and `forget` drops a result known to be outdated. Past `most` keys everything is dropped, which only
 * costs look-ups.
 */
export function keepFresh<T>(freshMs: number, load: (key: string) => Promise<T>, most = 5000) {
  const kept = new Map<string, { at: number; answer: Promise<T> }>()
  const read = (key: string): Promise<T> => {
    const known = kept.get(key)
    const now = performance.now()
    if (known && now - known.at < freshMs) return known.answer
    const answer = load(key)
    answer.catch(() => kept.delete(key))
    if (kept.size >= most) kept.clear()
    kept.set(key, { at: now, answer })
    return answer
  }
  return Object.assign(read, { forget: (key: string) => void kept.delete(key) })
}
