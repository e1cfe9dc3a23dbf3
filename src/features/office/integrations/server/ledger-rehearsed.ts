import type { Manifest } from '#connectors/kit/manifest.ts'
import type { RehearsedEntry } from '#features/office/integrations/contract.ts'
import { linesOf, wantedPapers } from '#features/office/integrations/server/ledger-wanted.ts'
import { ownerOf, requireMine } from '#features/office/integrations/server/manifest-of.ts'
import { findConnection } from '#features/office/integrations/server/queries.ts'
import { shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** More are as these. */
const MOST_SHOWN = 200

/** The papers that would go to accounting, word for word, as the test version shows them; none of what is not connected. @throws forbidden */
export async function rehearsedPapers(tx: PracticeTx, actor: Actor, manifest: Manifest): Promise<RehearsedEntry[]> {
  requireMine(manifest, actor)
  const row = await findConnection(tx, manifest.id, ownerOf(manifest, actor))
  const from = row?.settings.booksFrom
  if (!row?.enabled || !from) return []
  const papers = await wantedPapers(tx, { connectionId: row.id, from, limit: MOST_SHOWN })
  return papers.map(({ id, number, payerName, totalPence, vatPence, issuedOn, dueOn, asWas }) => ({
    uid: id,
    title: `${number}, ${payerName}: ${pounds(totalPence)} with ${pounds(vatPence)} VAT, due ${shortDay(dueOn)}`,
    place: linesOf(asWas)
      .map(({ description, grossPence }) => `${description}: ${pounds(grossPence)}`)
      .join('\n'),
    ...{ day: issuedOn, start: null, end: null },
  }))
}
