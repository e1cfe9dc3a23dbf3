import { askForCode } from '#features/records/guests/server/asking.ts'
import { currentTime } from '#lib/clock.ts'
import { openGuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { Tries } from '#platform/server/tries.ts'

type Person = { personId: string; email: string; phone: string }

/** Everything that the directory keeps of a guest: a session, an address they proved, a passkey, and codes they requested. */
export async function inPortal({ db, setup }: App, { personId, email, phone }: Person): Promise<void> {
  const asking = { db, vault: setup.vault, keyedHash: setup.keyedHash, tries: new Tries(db) }
  const from = { browser: personId, ip: '10.1.1.1' }
  await askForCode(asking, { kind: 'email', address: email }, from)
  await askForCode(asking, { kind: 'phone', address: phone }, from)
  await db.withDirectory(async (tx) => {
    await openGuestSession(tx, { personId, onlyPractice: null, isShared: false, userAgent: `a phone of ${email}` })
    const [now, address] = [currentTime(), { person_id: personId, address: email, kind: 'email' as const }]
    await tx
      .insertInto('directory.proofs')
      .values({ ...address, proven_at: now, used_at: now })
      .execute()
    const key = { public_key: Buffer.from('key'), counter: 0, transports: [], is_backed_up: false, name: `a phone of ${email}` }
    await tx
      .insertInto('directory.passkeys')
      .values({ ...key, credential_id: personId, person_id: personId, made_at: now, used_at: now })
      .execute()
    await tx
      .insertInto('directory.challenges')
      .values({ hash: Buffer.from(personId), person_id: personId, expires_at: now })
      .execute()
  })
}

const OF_PEOPLE = ['addresses', 'asks', 'proofs', 'ways', 'passkeys', 'challenges'].map((table) => `directory.${table}`)
const TABLES = [...OF_PEOPLE, 'client_access', 'guest_log']

/** How many lines each table of the portal has. */
export async function portalLines(asOwner: (text: string) => Promise<Record<string, unknown>[]>): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => `(select count(*)::int from ${table}) as "${table}"`)
  const [row] = await asOwner(`select ${counts.join(', ')}, (select count(*)::int from directory.people) as people,
    (select count(*)::int from directory.sessions where kind = 'guest') as sessions`)
  return row as Record<string, number>
}
