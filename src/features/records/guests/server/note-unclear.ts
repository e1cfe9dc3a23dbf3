import type { Address } from '#features/records/guests/rules.ts'
import { tellFarrier } from '#features/records/guests/server/telling-farrier.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type Unclear = { personId: string; clientId: string; address: Address }

/** Notes that somebody with an address of a client's waits for the farrier to say who it is, and tells the farrier: once a person and client. */
export async function noteUnclear(tx: PracticeTx, actor: Actor, { personId, clientId, address }: Unclear): Promise<void> {
  const known = await tx
    .selectFrom('client_access')
    .select('since')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (known) return
  await tx
    .insertInto('client_access')
    .values({ practice_id: actor.practiceId, client_id: clientId, person_id: personId, since: currentTime(), until: null })
    .execute()
  await tellFarrier(tx, actor, clientId, `Somebody at ${address.address} asks to see these horses. Is it them?`)
}
