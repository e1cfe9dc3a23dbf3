import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { RequestStep } from '#features/office/rights/contract.ts'
import { listJournal, listTexts, requireRequest } from '#features/office/rights/server/queries.ts'
import { stepWords, TEXT_TITLES } from '#features/office/rights/words.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Every step of a request, newest first: the journal's lines and the texts about it. @throws forbidden, request_not_found */
export async function historyOf(tx: PracticeTx, actor: Actor, id: string): Promise<RequestStep[]> {
  requireMay(actor, 'changeRecords')
  const steps = (await listJournal(tx, await requireRequest(tx, id))).map((line) => ({
    id: line.id,
    at: line.at.toISOString(),
    ...stepWords(line),
    by: line.name,
    sent: null,
  }))
  const texts = (await listTexts(tx, id)).map((row) => ({
    id: row.id,
    at: row.created_at.toISOString(),
    title: `${TEXT_TITLES[row.kind as 'rights'] ?? 'Text'} ${row.channel === 'email' ? 'by e-mail' : 'by text'}`,
    detail: row.body,
    by: null,
    sent: row.state,
  }))
  return [...steps, ...texts].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? 1 : -1))
}
