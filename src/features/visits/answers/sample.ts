import { addAnswer } from '#testing/answers.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  visit_answers: { nothing: 'seenAt' },
} satisfies FeatureSample['fields']

/** What the sweeps ask of answers of owners, and who may. */
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
    // Whoever drives there may see to what an owner said.
    'PUT /api/visit-answers/:id': 'nothing',
  },
  sent: {
    'PUT /api/visit-answers/:id': fields.visit_answers,
  },
} satisfies FeatureSample
