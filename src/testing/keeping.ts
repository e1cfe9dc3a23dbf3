import { DEFAULT_RETENTION } from '#features/office/erasure/rules.ts'
import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { storeFile } from '#testing/files.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** A finished export of a practice, and an erasure that was done; no client was hurt. */
export async function makeKept(practice: FixturePractice, clientId: string) {
  const fileId = await storeFile(practice)
  const [exportId, erasureId] = [uuidv7(), uuidv7()]
  await practice.inPractice(async (tx, { practiceId, memberId }) => {
    const whose = { practice_id: practiceId, member_id: memberId, request_id: null, problem: null }
    const { sha256, bytes } = await tx.selectFrom('files').select(['sha256', 'bytes']).where('id', '=', fileId).executeTakeFirstOrThrow()
    const dies_at = new Date(currentMs() + 86_400_000)
    const done = { state: 'done' as const, file_name: 'All.zip', bytes, store_key: sha256, dies_at }
    await tx
      .insertInto('exports')
      .values({ ...whose, ...done, id: exportId, kind: 'practice', client_id: null })
      .execute()
    await tx
      .insertInto('erasures')
      .values({ ...whose, id: erasureId, client_id: clientId, state: 'done' })
      .execute()
  })
  return { exportId, erasureId, retention: DEFAULT_RETENTION }
}
