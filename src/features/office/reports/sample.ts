import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'
import { photoOf, storeFile } from '#testing/files.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** The requests the sweeps make to reports, and the roles that may make them. */
export const reportSample = {
  requests: async ({ practice, sample }) => {
    const [made, spare] = [await madeReport(practice), await madeReport(practice)]
    // The report every role may have.
    const horses = 'type=horse-summary&range=this-year'
    return {
      'GET /api/reports/preview': sample(`/api/reports/preview?${horses}`, ''),
      'GET /api/reports/stats': sample('/api/reports/stats?range=this-month', ''),
      'GET /api/reports/charts': sample('/api/reports/charts?range=last-30-days', ''),
      'GET /api/reports': sample('/api/reports', ''),
      'POST /api/reports': sample('/api/reports', '', { type: 'horse-summary', range: 'this-year', format: 'csv' }),
      'GET /api/reports/:id/file': sample('/api/reports/id/file', made),
      'DELETE /api/reports/:id': sample('/api/reports/id', spare),
    }
  },
  needs: {
    'POST /api/reports': 'nothing',
    'DELETE /api/reports/:id': 'nothing',
  },
  sent: {
    'POST /api/reports': { nothing: 'range from to clientId horseId type only format' },
  },
} satisfies FeatureSample

/** Any stored file: a report's own bytes begin after its first sixteen. */
async function madeReport(practice: FixturePractice): Promise<string> {
  const id = uuidv7()
  const bytes = 2000
  const fileId = await storeFile(practice, photoOf(bytes))
  await practice.inPractice(async (tx, { practiceId, memberId }) => {
    const { sha256 } = await tx.selectFrom('files').select('sha256').where('id', '=', fileId).executeTakeFirstOrThrow()
    const done = { state: 'done' as const, store_key: sha256, bytes: bytes - 16, dies_at: new Date(currentMs() + 86_400_000) }
    const asked = { file_name: 'Horses.csv', report: { type: 'horse-summary' } }
    await tx
      .insertInto('exports')
      .values({
        practice_id: practiceId,
        id,
        kind: 'report',
        client_id: null,
        request_id: null,
        member_id: memberId,
        problem: null,
        ...asked,
        ...done,
      })
      .execute()
  })
  return id
}
