import { addAnswer } from '#testing/answers.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  visit_answers: { nothing: 'seenAt' },
} satisfies FeatureSample['fields']

/** The sweeps' sample of owners' answers, and who has which rights. */
export const answerSample = {
  records: async ({ practice, fresh, client, appointment }) => ({
    visit_answers: {
      id: await addAnswer(practice, { appointmentId: appointment, clientId: client }),
      create: fresh({ seenAt: '2026-11-20T10:00:00Z' }),
      change: { seenAt: '2026-11-20T10:00:00Z' },
    },
  }),
  takes: {
    // Only an owner's own link gives one.
    visit_answers: { create: 'nobody', change: 'nothing', remove: 'nobody' },
  },
  fields,
  requests: async ({ practice, sample, client, appointment }) => {
    const answer = await addAnswer(practice, { appointmentId: appointment, clientId: client })
    return {
      'GET /api/visit-answers': sample(`/api/visit-answers?appointmentId=${appointment}&unseen=true`, ''),
      'PUT /api/visit-answers/:id': sample('/api/visit-answers/id', answer, { seenAt: '2026-11-20T10:00:00Z' }),
    }
  },
  needs: {
    // The member who drives there may mark an owner's answer as seen.
    'PUT /api/visit-answers/:id': 'nothing',
  },
  sent: {
    'PUT /api/visit-answers/:id': fields.visit_answers,
  },
} satisfies FeatureSample
