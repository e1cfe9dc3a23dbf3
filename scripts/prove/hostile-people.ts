// Who the hostile requests come from, beside a farrier: an owner in the portal, and one who writes letters. Written to the server's database in `folder`.
import { letIn } from '#features/records/guests/server/let-in.ts'
import { uuidv7 } from '#lib/ids.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { endpointOf, ownerConnection } from '#platform/server/embedded/endpoint.ts'
import { makeHome } from '#platform/server/embedded/home.ts'
import { openGuestSession } from '#platform/server/http/guest-session.ts'

/** A reply address of a client, as a letter to them would have. */
export async function aliasOf(folder: string, client: string): Promise<string> {
  const address = 'reply-0123456789@reply.example'
  const into = 'insert into directory.inbound (address, practice_id, client_id) select $1, practice_id, id from clients where id = $2'
  const database = openDatabase(asOwner(folder))
  await database.directoryPool.query(into, [address, client])
  await database.close()
  return address
}

/** The cookie of an owner in the portal who sees what is this client's. */
export async function guestOf(folder: string, cookie: string, clientId: string): Promise<string> {
  const database = openDatabase(asOwner(folder))
  const personId = uuidv7()
  const { rows } = await database.pool.query('select practice_id from clients where id = $1', [clientId])
  const practiceId = rows[0].practice_id
  const token = await database.withDirectory(async (tx) => {
    await tx.insertInto('directory.people').values({ id: personId, email: null }).execute()
    return openGuestSession(tx, { personId, onlyPractice: null, isShared: false, userAgent: 'hostile' })
  })
  await database.withPractice(practiceId, async (tx) => {
    const { id: memberId } = await tx.selectFrom('members').select('id').executeTakeFirstOrThrow()
    await letIn(tx, { practiceId, memberId }, { personId, clientId, how: 'address' })
  })
  await database.close()
  return `${cookie.split('=')[0]}-my=${token}`
}

/** The server's database, as the role that owns it. */
function asOwner(folder: string) {
  const home = makeHome(folder, () => {})
  const owner = { ...ownerConnection(endpointOf(home, process.platform === 'win32')), database: 'pritchel' }
  return { app: owner, directory: owner }
}
