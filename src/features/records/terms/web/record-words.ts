import { FileCheck2 } from 'lucide-react'
import { joined, many, moment, named, nameIn, spoken, type Words } from '#platform/web/record-words.ts'

export const termsWords = {
  terms_acceptances: {
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
  },
} satisfies Words
