import type { MarkKind } from '#features/evidence/radiographs/measure.ts'
import type { Place } from '#features/evidence/radiographs/view.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    film_marks: {
      practice_id: string
      id: string
      attachment_id: string
      horse_id: string
      /** Who measured: a member or a carer; neither once they are erased. */
      member_id: string | null
      person_id: string | null
      author_name: string
      kind: MarkKind
      places: Place[]
      frame: number
      label: string | null
      made_at: Date
    } & SyncColumns
  }
}
