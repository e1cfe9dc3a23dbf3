import { addCalendarChange } from '#testing/calendar-changes.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  // Another member's; that one answers for their own calendar is tested with it.
  calendar_changes: { runPractice: 'state' },
} satisfies FeatureSample['fields']

/** The sweeps' sample of what members changed in their calendars, and who may answer. */
export const calendarSample = {
  records: async ({ practice, fresh, appointment }) => ({
    calendar_changes: {
      id: await addCalendarChange(practice, { appointmentId: appointment }),
      create: fresh({ state: 'applied' }),
      change: { state: 'put_back' },
    },
  }),
  takes: {
    // Only the engine that reads calendars makes questions.
    calendar_changes: { create: 'nobody', change: 'runPractice', remove: 'nobody' },
  },
  fields,
  requests: async ({ practice, sample, appointment }) => {
    const change = await addCalendarChange(practice, { appointmentId: appointment })
    return {
      'GET /api/calendar-changes': sample(`/api/calendar-changes?memberId=${practice.memberId}`, ''),
      'PUT /api/calendar-changes/:id': sample('/api/calendar-changes/id', change, { state: 'put_back' }),
    }
  },
  needs: {
    'PUT /api/calendar-changes/:id': 'runPractice',
  },
  sent: {
    'PUT /api/calendar-changes/:id': fields.calendar_changes,
  },
} satisfies FeatureSample
