import { uuidv7 } from '#lib/ids.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

/** The sweeps' requests about the lone-worker timer, and who may make them. */
export const loneSample = {
  requests: async ({ practice, sample, appointment }) => {
    const timer = uuidv7()
    await practice.inPractice((tx, { practiceId, memberId }) =>
      tx
        .insertInto('lone_timers')
        .values({
          practice_id: practiceId,
          member_id: memberId,
          id: timer,
          appointment_id: appointment,
          contact_id: uuidv7(),
          contact_name: 'Jo Probert',
          ring_at: new Date('2026-11-25T16:30:00Z'),
          text_at: new Date('2026-11-25T16:40:00Z'),
          answered_at: null,
        })
        .execute(),
    )
    return {
      'GET /api/lone-timer': sample('/api/lone-timer', ''),
      // The samples' server is of the test version, which texts no one.
      'PUT /api/lone-timer/contact': sample('/api/lone-timer/contact', '', { name: 'Jo Probert', phone: '07700 900119' }, 422),
      'PUT /api/lone-timer': sample('/api/lone-timer', '', { visitId: appointment, ringAt: '16:30' }, 422),
      'POST /api/lone-timer/:id/answer': sample('/api/lone-timer/id/answer', timer),
    }
  },
  needs: {
    // A member's timer is their own, and who works alone is of any role.
    'PUT /api/lone-timer/contact': 'nothing',
    'PUT /api/lone-timer': 'nothing',
    'POST /api/lone-timer/:id/answer': 'nothing',
  },
  sent: {
    'PUT /api/lone-timer/contact': { nothing: 'name phone' },
    'PUT /api/lone-timer': { nothing: 'visitId ringAt' },
  },
} satisfies FeatureSample
