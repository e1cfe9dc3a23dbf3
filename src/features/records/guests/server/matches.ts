import { type PortalChoices, portalOf } from '#features/core/practice/portal.ts'
import { type Address, type Candidate, hashed, type Match, matchOf } from '#features/records/guests/rules.ts'
import { addressesOf } from '#features/records/guests/server/address-follower.ts'
import { cameBack } from '#features/records/guests/server/came-back.ts'
import { noteUnclear } from '#features/records/guests/server/note-unclear.ts'
import { provenHashes } from '#features/records/guests/server/proven-hashes.ts'
import type { PracticeTx, Prepared } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** A practice that a person must confirm as their farrier: they read its name alone. */
export type AskedMatch = { practiceId: string; name: string; clientId: string; how: 'address' | 'invited' }

/** Whose addresses are looked up; `hashes`: of what they have proven. */
type Looked = { personId: string; onlyPractice: string | null; hashes: readonly Buffer[] }

/** More practices than anyone has; beyond them, the farriers decide what an address opens. */
const MOST_PRACTICES = 20

/**
 * The practices that a guest must confirm as theirs. Those that they have a way to already are not among them. `proven`: the hashes
 * of what they have proven, where they are known.
 */
export async function matchesOf(app: App, session: GuestSession, proven?: readonly Buffer[]): Promise<AskedMatch[]> {
  const { personId, onlyPractice } = session
  const matches = await lookUp(app, { personId, onlyPractice, hashes: proven ?? (await provenHashes(app, session)) })
  return matches.flatMap(({ practiceId, name, match }) =>
    match.is === 'asked' ? [{ practiceId, name, clientId: match.clientId, how: match.how }] : [],
  )
}

/** Notifies the farriers whose records an address that was just proven could open, where they must confirm who it is. */
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

/** The clients who have one of some addresses, in the practices that their person has no way to yet. */
const HOLDERS: Prepared = {
  name: 'guest_holders',
  text: `select a.practice_id as "practiceId", a.client_id as "clientId", p.name
    from directory.addresses a join directory.practices p on p.id = a.practice_id
    where a.hash = any ($1) and ($3::uuid is null or a.practice_id = $3)
      and a.practice_id not in (select practice_id from directory.ways where person_id = $2)
    order by a.practice_id, a.client_id`,
}

async function lookUp(app: App, looked: Looked): Promise<{ practiceId: string; name: string; match: Match }[]> {
  const { personId, onlyPractice, hashes } = looked
  if (hashes.length === 0) return []
  const values = [hashes, personId, onlyPractice]
  const found = await app.db.readDirectory<{ practiceId: string; clientId: string; name: string }>(HOLDERS, values)
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
    // The record has changed since the index was read.
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
