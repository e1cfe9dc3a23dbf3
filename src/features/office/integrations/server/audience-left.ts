import type { Left } from '#connectors/kit/audience.ts'
import { addressHash, agreeingBy } from '#features/office/integrations/server/audience-people.ts'
import { type LogLine, listItems, putItems } from '#features/office/integrations/server/exchange-queries.ts'
import type { Pass } from '#features/office/integrations/server/in-pass.ts'
import { manifestOf } from '#features/office/integrations/server/manifest-of.ts'
import { withdrawConsent } from '#features/records/clients/server/withdraw-consent.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters } from '#platform/server/database/rows.ts'

/** Some keep their moments in whole seconds. */
const WHOLE_SECOND_MS = 1000

/**
 * A person who left a list there no longer agrees to marketing here: every client with that address who agreed before. One who agreed again since is left
 * alone, and so is who is known as one who left: what else changes of them there is no news.
 */
export async function keepLeft(tx: PracticeTx, { row, actor }: Pick<Pass, 'row' | 'actor'>, left: readonly Left[]): Promise<LogLine[]> {
  if (left.length === 0) return []
  await holdWriters(tx)
  const items = await listItems(tx, row.id)
  const known = new Set(items.filter(({ state }) => state === 'left').map(({ remoteTag }) => remoteTag))
  const news = new Map(left.flatMap(({ email, at }) => (known.has(addressHash(email)) ? [] : [[addressHash(email), at] as const])))
  const list = manifestOf(row.connector).name
  // No member did it, so the journal names none.
  const nobody = { ...actor, memberId: null }
  let count = 0
  const agreeing = await agreeingBy(
    tx,
    left.map(({ email }) => email),
  )
  for (const { id, email, since } of agreeing) {
    const at = news.get(addressHash(email))
    if (!at || at.getTime() + WHOLE_SECOND_MS < since.getTime()) continue
    await withdrawConsent(tx, nobody, id, { list, at })
    count++
  }
  const leaving = items.filter(({ remoteTag, state }) => remoteTag !== null && news.has(remoteTag) && state !== 'erased')
  await putItems(
    tx,
    row,
    leaving.map((item) => ({ ...item, state: 'left' as const, sentHash: null, sentence: null })),
  )
  return [{ verb: 'read', count, words: count === 1 ? '1 consent withdrawn' : `${count} consents withdrawn` }]
}
