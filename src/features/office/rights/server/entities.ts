import '#features/office/rights/server/tables.ts'
import { rightsSync } from '#features/office/rights/server/service.ts'
import type { Entities } from '#platform/server/entity.ts'

export const rightsEntities = {
  rights_requests: {
    sync: rightsSync,
    journal: {
      kind: 'clients',
      noun: 'a client',
      named: { after: 'clients', column: 'client_id' },
      title: ({ verb, named }) => `Data request of ${named}: ${VERBS[verb] ?? 'changed'}`,
    },
    holding: {
      words: ['data request', 'data requests'],
      with: ['client_id'],
      kept: {
        columns: [
          ...['client_id', 'request_type', 'status', 'received_via', 'received_on', 'requested_at', 'objects_to', 'extended_on'],
          ...['acknowledged_on', 'sms_sent', 'closed_at'],
        ],
        blank: { waits: `'{}'`, extended_why: `case when extended_on is null then null else '' end` },
      },
    },
    namesClient: ['client_id'],
  },
} satisfies Entities

const VERBS: Readonly<Record<string, string>> = {
  added: 'received',
  processing: 'taken up',
  completed: 'completed',
  rejected: 'rejected',
  paused: 'clock stopped',
  resumed: 'clock restarted',
  extended: 'extended by two months',
  acknowledged: 'acknowledged',
  pack_linked: 'link to the pack made',
  pack_sent: 'pack sent',
  pack_fetched: 'pack fetched',
}
