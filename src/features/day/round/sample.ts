import { roundId } from '#features/day/round/rules.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'
import { addTravelTable } from '#testing/travel-tables.ts'

const fields = {
  rounds: { nothing: 'state reason lateMinutes saidAt memberId onDay tell' },
} satisfies FeatureSample['fields']

/** The sweeps' sample of the round and the activity, and who has which rights. */
export const roundSample = {
  records: async ({ practice, tomorrow, fresh }) => {
    const [round, id] = [{ memberId: practice.memberId, onDay: tomorrow, state: 'running' }, roundId(practice.memberId, tomorrow)]
    await practice.put('/api/rounds', round)
    return {
      rounds: { id, create: { id, data: round }, change: { state: 'paused' } },
      travel_tables: { id: await addTravelTable(practice, tomorrow), create: fresh({}), change: { engine: 'osrm' } },
    }
  },
  takes: {
    rounds: { create: 'nothing', change: 'nothing', remove: 'nobody' },
    // The server alone writes them.
    travel_tables: { create: 'nobody', change: 'nobody', remove: 'nobody' },
  },
  fields,
  requests: async ({ practice, add, sample, tomorrow, book, client, appointment }) => {
    const finished = await book()
    await add('/api/clients', { name: 'Added by mistake' })
    const done = (await practice.get('/api/dashboard/activity?limit=1')).json<{ id: string }[]>()[0]?.id ?? ''
    return {
      'PUT /api/appointments/:id/advance-call': sample('/api/appointments/id/advance-call', appointment, { currentCallNumber: 1 }),
      'PUT /api/appointments/:id/complete-call': sample('/api/appointments/id/complete-call', finished),
      'PUT /api/rounds': sample('/api/rounds', '', {
        memberId: practice.memberId,
        onDay: tomorrow,
        state: 'late',
        reason: 'Ice',
        lateMinutes: 30,
      }),
      'GET /api/appointments/today/:clientId': sample('/api/appointments/today/id', client),
      'GET /api/appointments/today/:clientId/after': sample('/api/appointments/today/id/after', client),
      'GET /api/call-tracker/:id': sample('/api/call-tracker/id', appointment),
      'GET /api/places': sample('/api/places?address=Kingsland', '', undefined, 422),
      'GET /api/dashboard/stats': sample('/api/dashboard/stats', ''),
      'GET /api/dashboard/activity': sample('/api/dashboard/activity', ''),
      'POST /api/activity/:id/undo': sample('/api/activity/id/undo', done),
    }
  },
  needs: {
    'PUT /api/appointments/:id/advance-call': 'nothing',
    'PUT /api/appointments/:id/complete-call': 'nothing',
    'PUT /api/rounds': 'nothing',
    'POST /api/activity/:id/undo': 'changeRecords',
  },
  sent: {
    'PUT /api/appointments/:id/advance-call': { nothing: 'currentCallNumber' },
    'PUT /api/rounds': fields.rounds,
  },
} satisfies FeatureSample
