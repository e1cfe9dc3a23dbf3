import type { Address } from '#features/records/guests/rules.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type Unclear = { personId: string; clientId: string; address: Address }

/** Notes that a person with a client's address waits until the farrier confirms who it is, and requests that: once a person and client. */
export async function noteUnclear(tx: PracticeTx, actor: Actor, { personId, clientId, address }: Unclear): Promise<void> {
  const known = await tx
    .selectFrom('client_access')
    .select('since')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (known || !(await askFarrier(tx, actor, { personId, clientId, address }))) return
  await tx
    .insertInto('client_access')
    .values({ practice_id: actor.practiceId, client_id: clientId, person_id: personId, since: currentTime(), until: null })
    .execute()
}

/** Returns whether a request was made; not where too many of that client's wait already. */
async function askFarrier(tx: PracticeTx, actor: Actor, { personId, clientId, address: { kind, address } }: Unclear): Promise<boolean> {
  try {
    await addOwnerAsk(tx, actor, { clientId, personId, kind: 'access', facts: kind === 'email' ? { email: address } : { phone: address } })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}
