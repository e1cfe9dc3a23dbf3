import { showCode } from '#features/core/notices/server/show-code.ts'
import { type Address, hashed, SEND_MINUTES } from '#features/records/guests/rules.ts'
import { addressesOf } from '#features/records/guests/server/address-follower.ts'
import { insertAsk, makeSecrets } from '#features/records/guests/server/ask-rows.ts'
import type { Claimed, CodeSending } from '#features/records/guests/server/claimed.ts'
import { codeWords } from '#features/records/guests/words.ts'
import { currentMs } from '#lib/clock.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'

/** In the test version nothing leaves: each practice that has the address finds a code in its Outbox, which opens that practice alone. */
export async function showCodes(sending: CodeSending, ask: Claimed): Promise<void> {
  if (ask.what !== 'code') return
  const knowing = await sending.db.withDirectory((tx) =>
    tx
      .selectFrom('directory.addresses')
      .select(['practice_id as practiceId', 'client_id as clientId'])
      .distinctOn('practice_id')
      .where('hash', '=', ask.addressHash)
      .orderBy('practice_id')
      .orderBy('client_id')
      .execute(),
  )
  for (const place of knowing) await showIn(sending, ask, place)
}

async function showIn(sending: CodeSending, ask: Claimed, { practiceId, clientId }: { practiceId: string; clientId: string }) {
  const { db, origin, keyedHash } = sending
  const { id, code, link } = await db.withDirectory(async (tx) => {
    const id = await insertAsk(tx, sending, {
      address: ask.address,
      browserHash: ask.browserHash,
      what: 'code',
      personId: null,
      askedAt: ask.askedAt,
      dueAt: null,
      practiceId,
      expiresAt: new Date(currentMs() + SEND_MINUTES * 60_000),
    })
    return { id, ...(await makeSecrets(tx, sending, { id, what: 'code' })) }
  })
  const actor = await actorOfPractice(db, practiceId, { origin, opId: id })
  await db.withPractice(practiceId, async (tx) => {
    const client = await tx.selectFrom('clients').selectAll().where('id', '=', clientId).where('deleted_at', 'is', null).executeTakeFirst()
    if (!client || !addressesOf(client).some((own) => keyedHash(hashed(own)).equals(ask.addressHash))) return
    await showCode(tx, actor, { client, ...wayOf(ask.address), ...codeWords({ code, link, origin }, ask.address.kind) })
  })
}

const wayOf = ({ kind, address }: Address) => ({ channel: kind === 'email' ? ('email' as const) : ('sms' as const), address })
