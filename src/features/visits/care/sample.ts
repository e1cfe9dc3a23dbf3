import { NOTHING } from '#features/visits/care/server/rows.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { insertRow } from '#platform/server/database/rows.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'
import type { FixturePractice } from '#testing/practice.ts'

const fields = {
  // Members withdraw only their own answers.
  care_notes: { changeRecords: 'takenAt', nobody: 'withdrawnAt' },
} satisfies FeatureSample['fields']

const NOW = '2026-11-20T10:00:00Z'

/** The sweeps' sample of what vets write, and who has which rights. */
export const careSample = {
  records: async ({ practice, fresh, horse }) => {
    const id = await note(practice, horse)
    return { care_notes: { id, create: fresh({ replyToId: id, body: 'I’ll see how she goes' }), change: { takenAt: NOW } } }
  },
  takes: {
    // No one removes a vet's note.
    care_notes: { create: 'changeRecords', change: 'changeRecords', remove: 'nobody' },
  },
  fields,
  requests: async ({ practice, sample, horse }) => ({
    'GET /api/horses/:id/care-notes': sample('/api/horses/id/care-notes', horse),
    'POST /api/care-notes': sample('/api/care-notes', '', { replyToId: await note(practice, horse), body: 'Will do' }),
    'PUT /api/care-notes/:id': sample('/api/care-notes/id', await note(practice, horse), { takenAt: NOW }),
  }),
  needs: {
    'POST /api/care-notes': 'changeRecords',
    'PUT /api/care-notes/:id': 'changeRecords',
  },
  sent: {
    'POST /api/care-notes': { changeRecords: 'replyToId body saidAt id' },
    'PUT /api/care-notes/:id': fields.care_notes,
  },
} satisfies FeatureSample

const note = (practice: FixturePractice, horseId: string) =>
  practice.inPractice(async (tx, actor) => {
    const id = uuidv7()
    await insertRow(tx, { ...actor, memberId: null }, 'care_notes', id, {
      ...NOTHING,
      ...{ horse_id: horseId, person_id: uuidv7(), author_name: 'Mia Bevan', author_role: 'vet', kind: 'plan' },
      ...{ body: 'Broken back', plan: { NF: { wedgeTenths: 30 } }, review_on: '2027-01-12', said_at: currentTime() },
    })
    return id
  })
