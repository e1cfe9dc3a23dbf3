import { Hammer } from 'lucide-react'
import { flag, plain, text, type Words } from '#platform/web/record-words.ts'

export const kindWords = {
  service_types: {
    noun: 'kind of work',
    title: (data) => text(data.label),
    icon: Hammer,
    href: () => '/settings/prices',
    fields: {
      serviceType: plain('name'),
      label: plain('name'),
      resetsCycle: flag('new cycle'),
      isOffered: { label: 'choice of work', read: (isOffered) => (isOffered ? 'Offered' : 'Removed') },
    },
  },
} satisfies Words
