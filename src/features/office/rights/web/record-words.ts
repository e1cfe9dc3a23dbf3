import { ShieldCheck } from 'lucide-react'
import { day, joined, many, named, nameIn, spoken, type Words, whole } from '#platform/web/record-words.ts'

export const rightsWords = {
  rights_requests: {
    noun: 'data request',
    title: (data, reading) => joined('Data request', nameIn(reading, 'clients', data.clientId)),
    icon: ShieldCheck,
    href: (id) => `/clients?tab=gdpr&request=${id}`,
    fields: {
      clientId: named('client', 'clients'),
      requestType: { label: 'kind of request', read: spoken },
      status: { label: 'status', read: spoken },
      receivedVia: { label: 'way it came', read: spoken },
      receivedOn: { label: 'day it came', read: day },
      notes: many('notes'),
      objectsTo: { label: 'what they object to', read: spoken },
      waits: { label: 'stops of the clock', isMany: true, read: whole },
      extendedOn: { label: 'extension', read: day },
      extendedWhy: { label: 'extension', read: whole },
      acknowledgedOn: { label: 'acknowledgement', read: day },
    },
  },
} satisfies Words
