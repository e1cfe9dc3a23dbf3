import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type KindRow = Row<'service_types'>

/** Every kind of work, removed ones too. */
export const listKinds = (tx: PracticeTx): Promise<KindRow[]> => tx.selectFrom('service_types').selectAll().execute()
