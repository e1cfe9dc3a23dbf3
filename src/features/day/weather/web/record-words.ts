import { CloudRain } from 'lucide-react'
import { day, joined, moment, onDay, plain, type Words } from '#platform/web/record-words.ts'

export const weatherWords = {
  place_forecasts: {
    noun: 'forecast',
    title: (data, reading) => joined('Weather', onDay(data.onDay, reading)),
    icon: CloudRain,
    fields: {
      cell: plain('square'),
      onDay: { label: 'day', read: day },
      hours: { label: 'hours', isMany: true, read: () => 'By the hour' },
      madeAt: { label: 'time it was made', read: moment },
    },
  },
} satisfies Words
