import { RECORD_WORDS } from '#app/record-words.ts'
import { bookingForms } from '#features/day/booking/web/record-forms.tsx'
import { dayForms } from '#features/day/days/web/record-forms.tsx'
import { declareWords } from '#features/office/attention/web/reading.ts'
import { bookForms } from '#features/office/books/web/record-forms.tsx'
import { clientForms } from '#features/records/clients/web/record-forms.tsx'
import { horseForms } from '#features/records/horses/web/record-forms.tsx'
import { yardForms } from '#features/records/yards/web/record-forms.tsx'
import { taskForms } from '#features/visits/tasks/web/record-forms.tsx'
import { workForms } from '#features/visits/work/web/record-forms.tsx'

/** Registers on the page the names of records and where each is edited. Call before a screen of pending decisions is shown. */
export const declareRecords = (): void =>
  declareWords({
    words: RECORD_WORDS,
    forms: {
      ...clientForms,
      ...horseForms,
      ...yardForms,
      ...taskForms,
      ...workForms,
      ...bookForms,
      ...bookingForms,
      ...dayForms,
    },
  })
