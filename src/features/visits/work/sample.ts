import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  work_entries: { changeRecords: 'serviceType workDate description findings recommendations resetsCycle setup' },
  work_templates: { changeRecords: 'name serviceType setup description recommendations resetsCycle' },
} satisfies FeatureSample['fields']

const TEMPLATE = { name: 'Bar shoes', serviceType: 'Front shoes new' }

/** The sweeps' sample of work and templates, and who has which rights. */
export const workSample = {
  records: async ({ add, fresh, tomorrow, second }) => {
    const entry = { horseId: second, serviceType: 'Trim', workDate: tomorrow }
    return {
      work_entries: { id: await add('/api/work-entries', entry), create: fresh(entry), change: { findings: 'n' } },
      work_templates: { id: await add('/api/work-templates', TEMPLATE), create: fresh(TEMPLATE), change: { name: 'Wedges' } },
    }
  },
  takes: {
    // A colleague's entry; one's own takes nothing.
    work_entries: { create: 'nothing', change: 'changeRecords', remove: 'changeRecords' },
    work_templates: { create: 'changeRecords', change: 'changeRecords', remove: 'changeRecords' },
  },
  fields,
  requests: async ({ add, sample, tomorrow, horse, work }) => {
    const entry = { horseId: horse, serviceType: 'Trim', workDate: tomorrow }
    const spareWork = await add('/api/work-entries', entry)
    const [written, spareTemplate] = [await add('/api/work-templates', TEMPLATE), await add('/api/work-templates', TEMPLATE)]
    return {
      'GET /api/horses/:id/work-entries': sample('/api/horses/id/work-entries', horse),
      'GET /api/work-entries/:id': sample('/api/work-entries/id', work),
      'POST /api/work-entries': sample('/api/work-entries', '', { ...entry, findings: 'Risen clenches', resetsCycle: true }),
      'PUT /api/work-entries/:id': sample('/api/work-entries/id', work, { findings: 'Thrush', workDate: tomorrow }),
      'DELETE /api/work-entries/:id': sample('/api/work-entries/id', spareWork),
      'GET /api/work-templates': sample('/api/work-templates', ''),
      'POST /api/work-templates': sample('/api/work-templates', '', { ...TEMPLATE, recommendations: 'Wedge next time', resetsCycle: true }),
      'PUT /api/work-templates/:id': sample('/api/work-templates/id', written, { name: 'Bar shoes, wedged', description: null }),
      'DELETE /api/work-templates/:id': sample('/api/work-templates/id', spareTemplate),
    }
  },
  needs: {
    'POST /api/work-entries': 'nothing',
    'PUT /api/work-entries/:id': 'changeRecords',
    'DELETE /api/work-entries/:id': 'changeRecords',
    'POST /api/work-templates': 'changeRecords',
    'PUT /api/work-templates/:id': 'changeRecords',
    'DELETE /api/work-templates/:id': 'changeRecords',
  },
  sent: {
    'POST /api/work-entries': {
      nothing: 'serviceType workDate description findings recommendations resetsCycle setup id horseId visitHorseId',
    },
    'PUT /api/work-entries/:id': fields.work_entries,
    'POST /api/work-templates': { changeRecords: 'name serviceType setup description recommendations resetsCycle id' },
    'PUT /api/work-templates/:id': fields.work_templates,
  },
} satisfies FeatureSample
