import type { FirstVisit } from '#app/pages/welcome/book-first.ts'
import type { useRecordForm } from '#platform/web/use-record-form.ts'

/** The form of the first visit, for its parts. */
export type FirstVisitFields = ReturnType<typeof useRecordForm<FirstVisit>>
