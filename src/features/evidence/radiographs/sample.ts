import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { insertRow } from '#platform/server/database/rows.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'
import { addFile } from '#testing/files.ts'
import type { FixturePractice } from '#testing/practice.ts'

const LENGTH = {
  kind: 'length' as const,
  places: [
    { x: 1, y: 2 },
    { x: 3.25, y: 4 },
  ],
  frame: 0,
}

/** The sweeps' sample of what is measured on films: only its maker takes it away, and no one changes it. */
export const radiographSample = {
  records: async ({ practice, fresh, horse }) => {
    const { id: attachmentId } = await addFile(practice, { horseId: horse, fileType: 'image' })
    await practice.inPractice((tx) =>
      tx.updateTable('attachments').set({ file_type: 'radiograph' }).where('id', '=', attachmentId).execute(),
    )
    return {
      film_marks: {
        id: await vetsMark(practice, { attachmentId, horseId: horse }),
        create: fresh({ ...LENGTH, attachmentId }),
        change: { label: 'Sole depth' },
      },
    }
  },
  takes: { film_marks: { create: 'nothing', change: 'nobody', remove: 'nobody' } },
  // A member is no guest.
  requests: async ({ sample, horse }) => ({
    'GET /api/my/films/:slug/:id/marks': sample('/api/my/films/probert/id/marks', horse, undefined, 401),
    'POST /api/my/films/:slug/:id/marks': sample('/api/my/films/probert/id/marks', horse, {}, 401),
    'DELETE /api/my/films/:slug/:id/marks/:markId': sample('/api/my/films/probert/id/marks/none', horse, undefined, 401),
  }),
  needs: {},
  sent: {},
} satisfies FeatureSample

const vetsMark = (practice: FixturePractice, of: { attachmentId: string; horseId: string }) =>
  practice.inPractice(async (tx, actor) => {
    const id = uuidv7()
    await insertRow(tx, { ...actor, memberId: null }, 'film_marks', id, {
      ...LENGTH,
      ...{ attachment_id: of.attachmentId, horse_id: of.horseId, member_id: null, person_id: uuidv7() },
      ...{ author_name: 'Mia Bevan', label: null, made_at: currentTime() },
    })
    return id
  })
