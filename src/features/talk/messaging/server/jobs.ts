import { z } from 'zod'
import { ringAgain } from '#features/talk/messaging/server/emergency-now.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Database } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

const Job = z.object({ practiceId: z.uuid(), messageId: z.uuid(), ring: z.int() })

/** Rings again for an emergency that no member has opened or answered. Run twice for one ring it calls once: its effects are named after the ring. */
export const ringEmergencies = (db: Database, { origin }: { origin: string }): JobHandler => ({
  queue: 'ring-emergency',
  async handle(data) {
    const { practiceId, messageId, ring } = Job.parse(data)
    const actor = await actorOfPractice(db, practiceId, { opId: uuidOf('ring', messageId, String(ring)), origin })
    await db.withPractice(practiceId, (tx) => ringAgain(tx, actor, { messageId, ring }))
  },
})
