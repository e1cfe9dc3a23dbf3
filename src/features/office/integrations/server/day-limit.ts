import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { realMs } from '#lib/clock.ts'

const DAY_MS = 24 * 3_600_000

/* When requests of the last 24 hours were sent, by connection. A process knows its own; after a restart the vendor's own limit holds. */
const sent = new Map<string, number[]>()

type Limit = { of: string; vendor: string; most: number }

/** The same way, by which a connection sends no more than so many requests in any 24 hours. @throws Refusal `later`, until the next may go */
export const withinDay = (wire: Wire, limit: Limit): Wire => ({
  ...wire,
  fetch: async (url, init) => {
    count(limit)
    return wire.fetch(url, init)
  },
})

function count({ of, vendor, most }: Limit): void {
  const now = realMs()
  const times = (sent.get(of) ?? []).filter((at) => at > now - DAY_MS)
  const [first = now] = times
  if (times.length >= most)
    throw new Refusal('later', {
      afterMs: first + DAY_MS - now,
      sentence: `${vendor} takes ${most.toLocaleString('en-GB')} requests a day from this server, and they are used up. The rest goes once there are some again.`,
    })
  times.push(now)
  sent.set(of, times)
}
