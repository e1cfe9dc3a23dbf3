import { uuidv7 } from '#lib/ids.ts'
import { logActivity } from '#platform/server/database/rows.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** The requests the sweeps make to imports, and the roles that may make them. */
export const importSample = {
  requests: async ({ practice, sample }) => {
    const vcard = { name: 'a.vcf', content: Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nEND:VCARD\r\n').toString('base64') }
    const imports = await makeImports(practice)
    return {
      'GET /api/imports': sample('/api/imports', ''),
      'POST /api/imports': sample('/api/imports', '', vcard),
      'GET /api/imports/:id': sample('/api/imports/id', imports.draft),
      'POST /api/imports/:id/check': sample('/api/imports/id/check', imports.draft, { plan: imports.plan }),
      'POST /api/imports/:id/start': sample('/api/imports/id/start', imports.draft, { plan: imports.plan, choices: { h0: 'skip' } }),
      'POST /api/imports/:id/cancel': sample('/api/imports/id/cancel', imports.draft),
      'POST /api/imports/:id/undo': sample('/api/imports/id/undo', imports.done),
      'GET /api/imports/:id/left-out': sample('/api/imports/id/left-out', imports.done),
    }
  },
  needs: {
    'GET /api/imports': 'changeRecords',
    'POST /api/imports': 'changeRecords',
    'GET /api/imports/:id': 'changeRecords',
    'POST /api/imports/:id/check': 'changeRecords',
    'POST /api/imports/:id/start': 'changeRecords',
    'POST /api/imports/:id/cancel': 'changeRecords',
    'POST /api/imports/:id/undo': 'changeRecords',
    'GET /api/imports/:id/left-out': 'changeRecords',
  },
  sent: {
    'POST /api/imports': { changeRecords: 'name content' },
    'POST /api/imports/:id/check': { changeRecords: 'plan' },
    'POST /api/imports/:id/start': { changeRecords: 'plan choices' },
  },
} satisfies FeatureSample

/** A draft import of a table, and a finished import. An upload deletes its own member's drafts, so the draft here is a colleague's. */
async function makeImports(practice: FixturePractice) {
  const colleague = await practice.addMember('Nell Importer', 'owner')
  const content = Buffer.from('Horse,Owner,Last visit\nBiscuit,Ann Lee,01/10/2026\n').toString('base64')
  const draft = (await colleague.post('/api/imports', { name: 'horses.csv', content })).json<{ id: string }>().id
  const done = uuidv7()
  await practice.inPractice(async (tx, actor) => {
    const file = { practice_id: actor.practiceId, id: done, member_id: actor.memberId, file_name: 'a.vcf', content: null, plan: null }
    const facts = { counts: null, left_out: null, kept: null, problem: null }
    await tx
      .insertInto('imports')
      .values({ ...file, ...facts, source: 'vcard', kind: 'clients', state: 'done' })
      .execute()
    await logActivity(tx, actor, { entity: 'imports', entityId: done, verb: 'added', before: null, after: { name: 'a.vcf' } })
  })
  return { draft, done, plan: { kind: 'horses', mapping: ['horse', 'name', 'lastVisit'], usualWork: 'Trim' } }
}
