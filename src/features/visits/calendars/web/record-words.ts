import { CalendarSync } from 'lucide-react'
import { day, joined, moment, named, nameIn, oneOf, plain, type Words } from '#platform/web/record-words.ts'

export const calendarWords = {
  calendar_changes: {
    noun: 'change in a calendar',
    title: (data, reading) => joined('Change in a calendar', nameIn(reading, 'appointments', data.appointmentId)),
    icon: CalendarSync,
    fields: {
      state: { label: 'answer', read: oneOf({ open: 'None yet', applied: 'Accepted', put_back: 'Put back' }) },
      decidedAt: { label: 'time of the answer', read: moment },
      kind: { label: 'change', read: oneOf({ moved: 'Moved', deleted: 'Deleted', new: 'Added' }) },
      calendar: plain('calendar'),
      wasDay: { label: 'day before', read: day },
      wasStart: { label: 'start before', read: moment },
      wasEnd: { label: 'end before', read: moment },
      nowDay: { label: 'day in the calendar', read: day },
      nowStart: { label: 'start in the calendar', read: moment },
      nowEnd: { label: 'end in the calendar', read: moment },
      memberId: named('person whose calendar it is', 'members'),
      appointmentId: named('visit', 'appointments'),
    },
  },
} satisfies Words
