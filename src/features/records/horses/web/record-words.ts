import { day, days, list, many, named, oneOf, plain, text, type Words, whole } from '#platform/web/record-words.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'

export const horseWords = {
  horses: {
    noun: 'horse',
    title: (data) => text(data.name),
    icon: HorseshoeIcon,
    fields: {
      name: plain('name'),
      clientId: named('owner', 'clients'),
      breed: plain('breed'),
      age: { label: 'age', read: (years) => `${String(years)} years` },
      birthYear: plain('year of birth'),
      color: plain('colour'),
      markings: many('markings'),
      temperament: plain('temperament'),
      specialNotes: many('special notes'),
      flags: { label: 'warnings', isMany: true, read: list },
      yardId: named('yard', 'yards'),
      payerClientId: named('payer', 'clients'),
      vetName: plain("vet's name"),
      vetPhone: plain("vet's phone number"),
      cycleDays: { label: 'shoeing cycle', read: days },
      winterCycleDays: { label: 'winter cycle', read: days },
      cycleRules: { label: 'cycles by kind of work', isMany: true, read: whole },
      pauses: { label: 'pauses', isMany: true, read: whole },
      goneOn: { label: 'day it left', read: day },
      goneReason: { label: 'reason it left', read: oneOf({ deceased: 'Died', sold: 'Sold', moved: 'Moved away', retired: 'Retired' }) },
      ueln: plain('UELN'),
      microchip: plain('microchip'),
      passportSeenOn: { label: 'day the passport was seen', read: day },
      owners: { label: 'owners', isMany: true, read: whole },
      lastService: { label: 'last service', read: day },
      lastServiceType: plain('last work'),
      nextDue: { label: 'next due date', read: day },
    },
  },
} satisfies Words
