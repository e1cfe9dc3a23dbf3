import { putBusyBlocks } from '#features/visits/appointments/server/put-busy-blocks.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** An hour in which the first member is busy by a calendar of theirs; its id. */
export const addBusyBlock = (practice: FixturePractice, start: string): Promise<string> =>
  practice.inPractice(async (tx, actor) => {
    const whose = { connectionId: uuidv7(), memberId: practice.memberId }
    const from = new Date(start)
    const block = { calendarId: 'family', source: 'Family', start: from, end: new Date(from.getTime() + 3_600_000), isAllDay: false }
    await putBusyBlocks(tx, actor, whose, [block])
    const { id } = await tx.selectFrom('busy_blocks').select('id').where('connection_id', '=', whose.connectionId).executeTakeFirstOrThrow()
    return id
  })
