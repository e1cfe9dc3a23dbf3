import { Hammer, LayoutTemplate } from 'lucide-react'
import { feetInWords, type Setup } from '#features/visits/work/feet.ts'
import { day, flag, joined, many, named, nameIn, onDay, plain, text, type Words, whole } from '#platform/web/record-words.ts'

export const workWords = {
  work_entries: {
    noun: 'work entry',
    title: (data, reading) =>
      joined(nameIn(reading, 'horses', data.horseId), text(data.serviceType) || 'Work', onDay(data.workDate, reading)),
    icon: Hammer,
    fields: {
      horseId: named('horse', 'horses'),
      memberId: named('farrier', 'members'),
      visitHorseId: { label: 'visit', read: whole },
      serviceType: plain('work'),
      workDate: { label: 'date', read: day },
      description: plain('description'),
      findings: many('findings'),
      recommendations: many('recommendations'),
      resetsCycle: flag('new cycle'),
      setup: { label: 'feet', isMany: true, read: (value) => (value ? feetInWords(value as Setup) : '') },
    },
  },
  work_templates: {
    noun: 'template',
    title: (data) => text(data.name),
    icon: LayoutTemplate,
    fields: {
      name: plain('name'),
      serviceType: plain('work'),
      setup: { label: 'feet', isMany: true, read: (value) => (value ? feetInWords(value as Setup) : '') },
      description: plain('description'),
      recommendations: many('recommendations'),
      resetsCycle: flag('new cycle'),
    },
  },
} satisfies Words
