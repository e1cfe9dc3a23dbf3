import type { Selectable } from 'kysely'
import { type Address, codeOf, MOST_WRONG_CODES, takesCode, takesLink } from '#features/records/guests/rules.ts'
import { addressIn, browserHash, codeHash, type Keys, spendAsk } from '#features/records/guests/server/ask-rows.ts'
import { type Asking, counted } from '#features/records/guests/server/asking.ts'
import { currentMs } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'
import { hashToken } from '#platform/server/http/session.ts'

/** An address that was proven, everywhere or to one practice alone; `addTo`: to be one more of this person's. */
export type Proven = { address: Address; addressHash: Buffer; onlyPractice: string | null; addTo: string | null }

type AskRow = Selectable<DirectoryTables['directory.asks']>

/**
 * Uses a code in the browser that requested it: of its latest request, so often, so long and once. A try is kept even where it fails, and
 * counted by its address too.
 * @throws code_wrong, too_many_wrong
 */
export async function takeCode(asking: Asking, browser: string, typed: string): Promise<Proven> {
  const code = codeOf(typed)
  const [latest] = await asking.db.withDirectory((tx) => latestAsks(tx, browser))
  if (!latest) throw new AppError('code_wrong')
  const limit = { what: 'wrong codes for', whose: latest.address_hash.toString('hex'), most: MOST_WRONG_CODES, minutes: 24 * 60 }
  await counted(asking.tries, 'too_many_wrong', limit)
  const proven = await asking.db.withDirectory(async (tx) => {
    const open = (await latestAsks(tx, browser, { isLocked: true })).filter((ask) => takesCode(standingOf(ask), currentMs()))
    const right = open.find((ask) => ask.code_hash?.equals(codeHash(asking.keyedHash, ask.id, code)))
    if (right) return proofOf(tx, asking, right)
    for (const ask of open)
      await tx
        .updateTable('directory.asks')
        .set({ tries: ask.tries + 1 })
        .where('id', '=', ask.id)
        .execute()
    return undefined
  })
  if (!proven) throw new AppError('code_wrong')
  await asking.tries.giveBack(limit)
  return proven
}

/** A browser's latest requests: one, or in the test version one a practice that shows a code. */
function latestAsks(tx: DirectoryTx, browser: string, { isLocked = false } = {}): Promise<AskRow[]> {
  const hash = browserHash(browser)
  const query = tx
    .selectFrom('directory.asks')
    .selectAll()
    .where('browser_hash', '=', hash)
    .where('asked_at', '=', ({ selectFrom, fn }) =>
      selectFrom('directory.asks').select(fn.max('asked_at').as('latest')).where('browser_hash', '=', hash),
    )
    .orderBy('id')
  return (isLocked ? query.forUpdate() : query).execute()
}

/**
 * Uses the link of a message, once, within half an hour, in any browser.
 * @throws link_spent
 */
export async function takeLink(asking: Pick<Asking, 'db' | 'vault'>, token: string): Promise<Proven> {
  const proven = await asking.db.withDirectory(async (tx) => {
    const ask = await findLinked(tx, token, 'code')
    return ask && proofOf(tx, asking, ask)
  })
  if (!proven) throw new AppError('link_spent')
  return proven
}

/**
 * Uses the link of the notice of a new device: its recipient answers that it wasn't them.
 * @throws link_spent
 */
export async function takeDenial({ db }: Pick<Asking, 'db'>, token: string): Promise<{ personId: string }> {
  const personId = await db.withDirectory(async (tx) => {
    const ask = await findLinked(tx, token, 'device')
    if (ask) await spendAsk(tx, ask.id)
    return ask?.person_id
  })
  if (!personId) throw new AppError('link_spent')
  return { personId }
}

async function findLinked(tx: DirectoryTx, token: string, what: AskRow['what']): Promise<AskRow | undefined> {
  const ask = await tx.selectFrom('directory.asks').selectAll().where('link_hash', '=', hashToken(token)).forUpdate().executeTakeFirst()
  return ask?.what === what && takesLink(standingOf(ask), currentMs()) ? ask : undefined
}

const standingOf = ({ code_hash, used_at, tries, expires_at }: AskRow) => ({
  hasCode: code_hash !== null,
  isUsed: used_at !== null,
  tries,
  endsMs: expires_at.getTime(),
})

async function proofOf(tx: DirectoryTx, keys: Pick<Keys, 'vault'>, ask: AskRow): Promise<Proven | undefined> {
  const address = addressIn(keys, ask)
  if (!address) return undefined
  await spendAsk(tx, ask.id)
  return { address, addressHash: ask.address_hash, onlyPractice: ask.practice_id, addTo: ask.what === 'add' ? ask.person_id : null }
}
