import type { CareNote } from '#features/visits/care/contract.ts'
import type { Figures, ShoeingPlan } from '#features/visits/care/plan.ts'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    care_notes: {
      practice_id: string
      id: string
      horse_id: string
      /** Who wrote it: a carer or a member; neither once they are erased. */
      person_id: string | null
      member_id: string | null
      author_name: string
      author_role: CareNote['authorRole']
      kind: CareNote['kind']
      reply_to_id: string | null
      body: string
      plan: ShoeingPlan | null
      figures: Figures | null
      film_id: string | null
      review_on: Day | null
      owner_sees_from: Day | null
      said_at: Date
      taken_at: Date | null
      taken_by: string | null
      withdrawn_at: Date | null
    } & SyncColumns
  }
}
