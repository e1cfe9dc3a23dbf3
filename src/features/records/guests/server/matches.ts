import { type PortalChoices, portalOf } from '#features/core/practice/portal.ts'
import { type Address, type Candidate, hashed, type Match, matchOf } from '#features/records/guests/rules.ts'
import { addressesOf } from '#features/records/guests/server/address-follower.ts'
import { cameBack } from '#features/records/guests/server/came-back.ts'
import { noteUnclear } from '#features/records/guests/server/note-unclear.ts'
import { listProofs } from '#features/records/guests/server/people.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** A practice of which somebody is asked whether it is their farrier: they read its name alone. */
export type AskedMatch = { practiceId: string; name: string; clientId: string; how: 'address' | 'invited' }

/** Whose addresses are looked up; `hashes`: of what they have proven. */
type Looked = { personId: string; onlyPractice: string | null; hashes: readonly Buffer[] }

/** More practices than anybody has; what an address beyond them opens, their farriers say. */
const MOST_PRACTICES = 20

/** The practices of which a guest is to be asked whether it is theirs. Those that they have a way to already are not among them. */
export async function matchesOf(app: App, session: GuestSession): Promise<AskedMatch[]> {
  const matches = await lookUp(app, await lookedOf(app, session))
  return matches.flatMap(({ practiceId, name, match }) =>
    match.is === 'asked' ? [{ practiceId, name, clientId: match.clientId, how: match.how }] : [],
  )
}

/** Has the farriers know whose records an address that was just proven could open, where they have to say who it is. */
export async function noteUnclearOf(
  app: App,
  { personId, onlyPractice, address }: Omit<Looked, 'hashes'> & { address: Address },
): Promise<void> {
  const looked = { personId, onlyPractice, hashes: [app.setup.keyedHash(hashed(address))] }
  for (const { practiceId, match } of await lookUp(app, looked)) {
    if (match.is !== 'unclear') continue
    const actor = await actorOfPractice(app.db, practiceId, { origin: app.setup.origin })
    await app.db.withPractice(practiceId, async (tx) => {
      for (const clientId of match.clientIds) await noteUnclear(tx, actor, { personId, clientId, address })
    })
  }
}

async function lookedOf({ db, setup }: App, session: GuestSession): Promise<Looked> {
  const { personId, onlyPractice, sessionId } = session
  const hashes = await db.withDirectory(async (tx) => {
    if (!onlyPractice) return (await listProofs(tx, personId)).map((proof) => setup.keyedHash(hashed(proof)))
    const own = await tx.selectFrom('directory.sessions').select('only_hash').where('id', '=', sessionId).executeTakeFirst()
    return own?.only_hash ? [own.only_hash] : []
  })
  return { personId, onlyPractice, hashes }
}

async function lookUp(app: App, looked: Looked): Promise<{ practiceId: string; name: string; match: Match }[]> {
  const { personId, onlyPractice, hashes } = looked
  if (hashes.length === 0) return []
  const found = await app.db.withDirectory((tx) => {
    const own = tx.selectFrom('directory.ways').select('practice_id').where('person_id', '=', personId)
    const all = tx
      .selectFrom('directory.addresses as a')
      .innerJoin('directory.practices as p', 'p.id', 'a.practice_id')
      .select(['a.practice_id as practiceId', 'a.client_id as clientId', 'p.name'])
      .where('hash', 'in', [...hashes])
      .where('practice_id', 'not in', own)
      .orderBy('practice_id')
      .orderBy('client_id')
    return (onlyPractice ? all.where('practice_id', '=', onlyPractice) : all).execute()
  })
  const places = [...Map.groupBy(found, ({ practiceId }) => practiceId)].slice(0, MOST_PRACTICES)
  return Promise.all(
    places.map(async ([practiceId, rows]) => {
      const clientIds = [...new Set(rows.map(({ clientId }) => clientId))]
      return {
        practiceId,
        name: rows[0]?.name ?? '',
        match: await app.db.withPractice(practiceId, (tx) => matchIn(tx, app, looked, clientIds)),
      }
    }),
  )
}

async function matchIn(tx: PracticeTx, { setup }: App, { personId, onlyPractice, hashes }: Looked, clientIds: string[]): Promise<Match> {
  const settings = await tx.selectFrom('settings').select('portal').executeTakeFirst()
  const { way } = portalOf((settings?.portal ?? {}) as PortalChoices)
  const clients = await tx
    .selectFrom('clients')
    .select(['id', 'email', 'phone_e164', 'portal', 'deleted_at'])
    .where('id', 'in', clientIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const accesses = await tx
    .selectFrom('client_access')
    .select(['client_id', 'until', 'confirmed_at'])
    .where('person_id', '=', personId)
    .where('client_id', 'in', clientIds)
    .execute()
  const candidates: Candidate[] = []
  for (const client of clients) {
    const proven = addressesOf(client).filter((own) => hashes.some((hash) => hash.equals(setup.keyedHash(hashed(own)))))
    // The record has been changed since the index was asked.
    if (proven.length === 0) continue
    const own = accesses.filter(({ client_id }) => client_id === client.id)
    candidates.push({
      clientId: client.id,
      portal: client.portal,
      access: accessIn(own),
      cameBack: way === 'known' && (await anyCameBack(tx, client.id, proven, onlyPractice !== null)),
    })
  }
  return matchOf(way, candidates)
}

/** Who waits for the farrier's word has no access yet. */
function accessIn(own: readonly { until: Date | null; confirmed_at: Date | null }[]): Candidate['access'] {
  const open = own.filter(({ until }) => until === null)
  if (open.some(({ confirmed_at }) => confirmed_at)) return 'open'
  return own.length > open.length ? 'ended' : 'none'
}

async function anyCameBack(tx: PracticeTx, clientId: string, addresses: readonly Address[], isShownSent: boolean): Promise<boolean> {
  for (const address of addresses) if (await cameBack(tx, { clientId, address, isShownSent })) return true
  return false
}
