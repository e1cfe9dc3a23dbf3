import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  // Ticking off takes nothing.
  tasks: { changeRecords: 'horseId clientId yardId title notes dueOn forWhom', nothing: 'doneAt' },
} satisfies FeatureSample['fields']

/** The sweeps' sample of tasks, and who has which rights. */
export const taskSample = {
  records: async ({ add, fresh, horse }) => ({
    tasks: { id: await add('/api/tasks', { title: 'X-ray' }), create: fresh({ title: 'X-ray', horseId: horse }), change: { notes: 'n' } },
  }),
  takes: {
    // What a colleague wrote; ticking it off takes nothing.
    tasks: { create: 'nothing', change: 'changeRecords', remove: 'changeRecords' },
  },
  fields,
  requests: async ({ add, sample, tomorrow, horse, work }) => {
    const [task, spareTask] = [await add('/api/tasks', { title: 'X-ray', horseId: horse }), await add('/api/tasks', { title: 'Nails' })]
    return {
      'GET /api/tasks': sample(`/api/tasks?horseId=${horse}`, ''),
      'POST /api/tasks': sample('/api/tasks', '', { title: 'X-ray before next time', horseId: horse, workEntryId: work, dueOn: tomorrow }),
      'PUT /api/tasks/:id': sample('/api/tasks/id', task, { title: 'X-ray both fronts', forWhom: 'owner' }),
      'DELETE /api/tasks/:id': sample('/api/tasks/id', spareTask),
    }
  },
  needs: {
    'POST /api/tasks': 'nothing',
    'PUT /api/tasks/:id': 'changeRecords',
    'DELETE /api/tasks/:id': 'changeRecords',
  },
  sent: {
    'POST /api/tasks': { nothing: 'horseId clientId yardId appointmentId workEntryId title notes dueOn forWhom doneAt id' },
    'PUT /api/tasks/:id': fields.tasks,
  },
} satisfies FeatureSample
