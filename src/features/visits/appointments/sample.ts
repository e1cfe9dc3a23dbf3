import { addBusyBlock } from '#testing/busy-blocks.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  appointments: {
    planDiary:
      'title clientId yardId memberId description location notes startTime endTime isCallOnly callPeriod status statusReason tariff horseId horses overdueOverride onDay sendSmsNotification dayMove',
    nothing: 'callNumber roundRank isCallComplete completedAt onMyWayAt',
  },
  visit_horses: { planDiary: 'place plannedWork', nothing: 'outcome reason completedAt reopen' },
  time_off: { planDiary: 'memberId fromDay toDay localStart localEnd kind title coverNote' },
} satisfies FeatureSample['fields']

/** The sweeps' sample of the diary, and who has which rights. */
export const appointmentSample = {
  records: async ({ practice, add, fresh, tomorrow, visit, client, horse, second }) => {
    const when = { startTime: visit.startTime, endTime: visit.endTime }
    const stays = await add('/api/appointments', { clientId: client, ...when })
    const off = { fromDay: tomorrow, toDay: tomorrow, kind: 'course', title: 'Course' }
    return {
      appointments: {
        id: await add('/api/appointments', { clientId: client, ...when }),
        create: fresh({ clientId: client, ...when }),
        change: { notes: 'n' },
      },
      visit_horses: {
        id: await add('/api/visit-horses', { appointmentId: stays, horseId: second }),
        create: fresh({ appointmentId: stays, horseId: horse }),
        change: { plannedWork: 'Trim' },
      },
      time_off: { id: await add('/api/time-off', off), create: fresh(off), change: { title: 'Other' } },
      busy_blocks: { id: await addBusyBlock(practice, `${tomorrow}T12:00:00Z`), create: fresh({}), change: { source: 'Other' } },
    }
  },
  takes: {
    appointments: { create: 'planDiary', change: 'planDiary', remove: 'planDiary' },
    visit_horses: { create: 'planDiary', change: 'planDiary', remove: 'planDiary' },
    time_off: { create: 'planDiary', change: 'planDiary', remove: 'planDiary' },
    // The server alone writes them.
    busy_blocks: { create: 'nobody', change: 'nobody', remove: 'nobody' },
  },
  fields,
  requests: async ({ practice, add, sample, tomorrow, visit, book, client, horse, second, appointment }) => {
    const [cancelled, finished, removed, moved] = [await book(), await book(), await book(), await book()]
    const line = await add('/api/visit-horses', { appointmentId: appointment, horseId: second })
    const spareLine = await add('/api/visit-horses', { appointmentId: cancelled, horseId: second })
    const off = { fromDay: tomorrow, toDay: tomorrow, kind: 'holiday', title: 'Anglesey' }
    const [away, spareAway] = [await add('/api/time-off', off), await add('/api/time-off', off)]
    return {
      'GET /api/appointments': sample(`/api/appointments?date=${tomorrow}`, ''),
      'POST /api/appointments': sample('/api/appointments', '', {
        ...visit,
        clientId: client,
        horseId: horse,
        isCallOnly: false,
        callNumber: 2,
      }),
      'GET /api/appointments/:id': sample('/api/appointments/id', appointment),
      'PUT /api/appointments/:id': sample('/api/appointments/id', appointment, { ...visit, callPeriod: 'PM', sendSmsNotification: true }),
      'DELETE /api/appointments/:id': sample('/api/appointments/id', removed),
      'POST /api/appointments/:id/cancel': sample('/api/appointments/id/cancel', cancelled, { reason: 'Lame' }),
      'POST /api/appointments/:id/reopen': sample('/api/appointments/id/reopen', cancelled),
      'POST /api/appointments/:id/send-reminder': sample('/api/appointments/id/send-reminder', appointment),
      'POST /api/days/move': sample('/api/days/move', '', {
        reason: 'Weather',
        moves: [{ appointmentId: moved, onDay: tomorrow }],
        sendSmsNotification: true,
      }),
      'GET /api/time-off': sample('/api/time-off', ''),
      'POST /api/time-off': sample('/api/time-off', '', { ...off, memberId: practice.memberId, localStart: '13:00' }),
      'PUT /api/time-off/:id': sample('/api/time-off/id', away, { kind: 'course', title: 'Hereford', coverNote: null }),
      'DELETE /api/time-off/:id': sample('/api/time-off/id', spareAway),
      'POST /api/visit-horses': sample('/api/visit-horses', '', {
        appointmentId: finished,
        horseId: second,
        plannedWork: 'Trim',
        place: 3,
      }),
      'PUT /api/visit-horses/:id': sample('/api/visit-horses/id', line, { plannedWork: 'Full set new', outcome: 'done', reason: null }),
      'DELETE /api/visit-horses/:id': sample('/api/visit-horses/id', spareLine),
    }
  },
  needs: {
    'POST /api/appointments': 'planDiary',
    'PUT /api/appointments/:id': 'planDiary',
    'DELETE /api/appointments/:id': 'planDiary',
    'POST /api/appointments/:id/cancel': 'planDiary',
    'POST /api/appointments/:id/reopen': 'nothing',
    'POST /api/appointments/:id/send-reminder': 'sendTexts',
    'POST /api/days/move': 'planDiary',
    'POST /api/time-off': 'planDiary',
    'PUT /api/time-off/:id': 'planDiary',
    'DELETE /api/time-off/:id': 'planDiary',
    'POST /api/visit-horses': 'planDiary',
    'PUT /api/visit-horses/:id': 'planDiary',
    'DELETE /api/visit-horses/:id': 'planDiary',
  },
  sent: {
    'POST /api/appointments': {
      planDiary:
        'title clientId yardId memberId description location notes startTime endTime isCallOnly callNumber callPeriod roundRank status statusReason tariff horseId horses overdueOverride id onDay sendSmsNotification',
    },
    'PUT /api/appointments/:id': fields.appointments,
    'POST /api/appointments/:id/cancel': { planDiary: 'reason noShow sendSmsNotification' },
    'POST /api/days/move': { planDiary: 'id reason moves sendSmsNotification' },
    'POST /api/visit-horses': { planDiary: 'id appointmentId horseId place plannedWork sendSmsNotification' },
    'PUT /api/visit-horses/:id': fields.visit_horses,
    'POST /api/time-off': { planDiary: 'id memberId fromDay toDay localStart localEnd kind title coverNote' },
    'PUT /api/time-off/:id': fields.time_off,
  },
} satisfies FeatureSample
