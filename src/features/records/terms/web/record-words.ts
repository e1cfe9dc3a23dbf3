import { FileCheck2 } from 'lucide-react'
import { joined, many, moment, named, nameIn, type RecordWords, spoken } from '#platform/web/record-words.ts'

export const acceptanceWords: RecordWords = {
  noun: 'acceptance',
  title: (data, reading) => joined('Terms accepted', nameIn(reading, 'clients', data.clientId)),
  icon: FileCheck2,
  href: () => '/clients?tab=terms',
  fields: {
    clientId: named('client', 'clients'),
    acceptanceMethod: { label: 'way it was accepted', read: spoken },
    acceptedAt: { label: 'time it was accepted', read: moment },
    notes: many('notes'),
  },
}
