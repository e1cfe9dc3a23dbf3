import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'
import type { FixturePractice } from '#testing/practice.ts'

const fields = {
  rights_requests: { changeRecords: 'status notes waits extendedOn extendedWhy acknowledgedOn' },
} satisfies FeatureSample['fields']

/** The requests the sweeps make to data requests, and the roles that may make them. */
export const rightsSample = {
  records: async ({ add, fresh, client }) => ({
    rights_requests: {
      id: await add('/api/gdpr-requests', { clientId: client, requestType: 'data_access' }),
      create: fresh({ clientId: client, requestType: 'objection', objectsTo: 'marketing' }),
      change: { status: 'processing' },
    },
  }),
  takes: {
    rights_requests: { create: 'changeRecords', change: 'changeRecords', remove: 'nobody' },
  },
  fields,
  requests: async ({ practice, add, sample, client }) => {
    const [asked, pack] = [
      await add('/api/gdpr-requests', { clientId: client, requestType: 'data_access' }),
      await madePack(practice, client),
    ]
    return {
      'GET /api/gdpr-requests': sample(`/api/gdpr-requests?clientId=${client}`, ''),
      'GET /api/gdpr-requests/:id': sample('/api/gdpr-requests/id', asked),
      'POST /api/gdpr-requests': sample('/api/gdpr-requests', '', {
        clientId: client,
        requestType: 'rectification',
        receivedVia: 'letter',
      }),
      'POST /api/gdpr-requests/send-sms': sample('/api/gdpr-requests/send-sms', '', { clientIds: [client], requestType: 'data_access' }),
      'PUT /api/gdpr-requests/:id': sample('/api/gdpr-requests/id', asked, { notes: 'By the vet’s letter' }),
      'PUT /api/gdpr-requests/:id/status': sample('/api/gdpr-requests/id/status', asked, { status: 'processing' }),
      'POST /api/gdpr-requests/:id/share-pack': sample('/api/gdpr-requests/id/share-pack', asked, { exportId: pack, sends: false }),
      'GET /api/gdpr-requests/:id/history': sample('/api/gdpr-requests/id/history', asked),
    }
  },
  needs: {
    'GET /api/gdpr-requests': 'changeRecords',
    'GET /api/gdpr-requests/:id': 'changeRecords',
    'POST /api/gdpr-requests': 'changeRecords',
    'POST /api/gdpr-requests/send-sms': 'sendTexts',
    'PUT /api/gdpr-requests/:id': 'changeRecords',
    'PUT /api/gdpr-requests/:id/status': 'changeRecords',
    'GET /api/gdpr-requests/:id/history': 'changeRecords',
    'POST /api/gdpr-requests/:id/share-pack': 'runPractice',
  },
  sent: {
    'POST /api/gdpr-requests': { changeRecords: 'clientId requestType receivedVia receivedOn notes objectsTo id sendsReceipt' },
    'POST /api/gdpr-requests/send-sms': { sendTexts: 'clientIds requestType' },
    'PUT /api/gdpr-requests/:id': fields.rights_requests,
    'PUT /api/gdpr-requests/:id/status': { changeRecords: 'status notes' },
    'POST /api/gdpr-requests/:id/share-pack': { runPractice: 'exportId sends' },
  },
} satisfies FeatureSample

/** A finished pack of a client. */
async function madePack(practice: FixturePractice, clientId: string): Promise<string> {
  const id = uuidv7()
  const done = { state: 'done' as const, store_key: 'pack', bytes: 4, dies_at: new Date(currentMs() + 86_400_000) }
  await practice.inPractice((tx, { practiceId }) =>
    tx
      .insertInto('exports')
      .values({
        practice_id: practiceId,
        id,
        kind: 'client',
        client_id: clientId,
        request_id: null,
        member_id: null,
        problem: null,
        ...done,
      })
      .execute(),
  )
  return id
}
