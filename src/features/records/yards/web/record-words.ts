import { Warehouse } from 'lucide-react'
import { flag, many, named, PLACE, plain, text, type Words } from '#platform/web/record-words.ts'

export const yardWords = {
  yards: {
    noun: 'yard',
    title: (data) => text(data.name),
    icon: Warehouse,
    fields: {
      ...PLACE,
      name: plain('name'),
      accessNotes: many('access notes'),
      gateCode: plain('gate code'),
      hasCover: flag('cover'),
      hasLights: flag('lights'),
      contactClientId: named('contact', 'clients'),
      payerClientId: named('payer', 'clients'),
    },
  },
} satisfies Words
