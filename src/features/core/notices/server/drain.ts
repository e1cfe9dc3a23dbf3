import { setTimeout as pause } from 'node:timers/promises'
import { leaseBatch } from '#features/core/notices/server/lease.ts'
import { giveUpLost, nextDue, type Outcome, recordOutcomes } from '#features/core/notices/server/outcomes.ts'
import { carryTo, type Way, waysOf } from '#features/core/notices/server/ways.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { restUntil } from '#platform/server/database/wakes.ts'
import type { Carriers } from '#platform/server/sending/sending.ts'

/** At most this many of a practice are on their way at once, and so at most these are in doubt after a crash. */
const MOST_AT_ONCE = 40
const BATCH = 20
/** While a notice is slow to send, newly due notices are looked for this often. */
const LOOK_EVERY_MS = 1000

/** `origin` is where links in texts point; `replyDomain` where answers by e-mail go, when any are taken in. */
export type Draining = { origin: string; replyDomain?: string; now?: () => Date }

/**
 * Sends all due notices of a practice, then sets its next wake-up to the next due notice. Each notice is leased in a transaction before it
 * is sent, so a crash leaves it `sending`. Two minutes later it becomes `unknown`: it may have been sent, and is never sent again
 * automatically. Two workers never send the same notice.
 */
export async function drainPractice(db: Database, carriers: Carriers, practiceId: string, options: Draining): Promise<void> {
  const { origin, replyDomain, now = () => currentTime() } = options
  const actor = await actorOfPractice(db, practiceId, { origin })
  await db.withPractice(practiceId, (tx) => giveUpLost(tx, actor, now()))
  const recordOutcome = outcomeRecorder(db, actor, now)
  const under = new Set<Promise<void>>()
  const faults: unknown[] = []
  const begin = (way: Way) => {
    const done = carryTo(carriers, way)
      .then((delivery) => recordOutcome({ taken: way.taken, delivery }))
      .catch((error) => void faults.push(error))
      .finally(() => under.delete(done))
    under.add(done)
  }
  for (;;) {
    while (under.size > MOST_AT_ONCE - BATCH) await Promise.race(under)
    const ways = await db.withPractice(practiceId, async (tx) => {
      const taken = await leaseBatch(tx, actor, { now: now(), limit: BATCH })
      return taken && waysOf(tx, taken, replyDomain)
    })
    for (const way of ways ?? []) begin(way)
    if (ways) continue
    if (under.size === 0) break
    await firstOf(under)
  }
  await db.withPractice(practiceId, (tx) => restUntil(tx, (inside) => nextDue(inside, practiceId)))
  if (faults.length > 0) throw faults[0]
}

/** Outcomes that come together are written together, each as soon as can be. */
function outcomeRecorder(db: Database, actor: Actor, now: () => Date) {
  let waiting: Outcome[] = []
  let writing: Promise<void> | undefined
  const write = async () => {
    try {
      while (waiting.length > 0) {
        // What else comes in this turn goes along.
        await new Promise(setImmediate)
        const together = waiting
        waiting = []
        await db.withPractice(actor.practiceId, (tx) => recordOutcomes(tx, actor, together, now()))
      }
    } finally {
      writing = undefined
    }
  }
  return (outcome: Outcome): Promise<void> => {
    waiting.push(outcome)
    writing ??= write()
    return writing
  }
}

async function firstOf(under: ReadonlySet<Promise<void>>) {
  const tick = new AbortController()
  await Promise.race([...under, pause(LOOK_EVERY_MS, undefined, { signal: tick.signal }).catch(() => {})])
  tick.abort()
}
