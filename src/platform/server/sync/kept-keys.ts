import type { FastifyRequest } from 'fastify'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { keptQueueEndpoints } from '#lib/kept-queue.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMemberAside, servePublic } from '#platform/server/http/serve-endpoint.ts'
import { carriedToken } from '#platform/server/http/session-token.ts'

/** The most keys one person may leave in a practice: more than the devices anyone signs out of with unsent changes. */
const MOST_KEYS = 100

/** Keeps the keys of unsent changes for the people who left them on a device. A key is returned only to its person, in its practice. */
export function keptKeyRoutes(app: App) {
  servePublic(app, keptQueueEndpoints.deposit, async ({ params, body, request }) => {
    const { personId, practiceId } = await depositorOf(app, request)
    const row = { id: params.id, person_id: personId, practice_id: practiceId, device_id: body.deviceId }
    await app.db.withDirectory(async (tx) => {
      const keys = await keysOf(tx, row)
      // Sent again because its answer was lost.
      if (keys.some(({ id }) => id === row.id)) return
      if (keys.length >= MOST_KEYS) throw new AppError('too_many_requests')
      const values = { ...row, key: Buffer.from(body.key, 'base64'), created_at: currentTime() }
      await tx
        .insertInto('directory.kept_keys')
        .values(values)
        .onConflict((clash) => clash.column('id').doNothing())
        .execute()
    })
  })
  serveMemberAside(app, keptQueueEndpoints.read, async ({ params, actor }) => {
    const keys = await app.db.withDirectory((tx) => keysOf(tx, { person_id: actor.personId, practice_id: actor.practiceId }))
    const found = keys.find((key) => key.id === params.id)
    if (!found) throw new AppError('kept_key_not_found')
    return { key: found.key.toString('base64') }
  })
  serveMemberAside(app, keptQueueEndpoints.remove, async ({ params, actor }) => {
    const { numDeletedRows } = await app.db.withDirectory((tx) =>
      tx
        .deleteFrom('directory.kept_keys')
        .where('id', '=', params.id)
        .where('person_id', '=', actor.personId)
        .where('practice_id', '=', actor.practiceId)
        .executeTakeFirstOrThrow(),
    )
    if (numDeletedRows === 0n) throw new AppError('kept_key_not_found')
  })
}

const keysOf = (tx: DirectoryTx, of: { person_id: string; practice_id: string }) =>
  tx
    .selectFrom('directory.kept_keys')
    .select(['id', 'key'])
    .where('person_id', '=', of.person_id)
    .where('practice_id', '=', of.practice_id)
    .execute()

/**
 * The person who owns the key: of a valid session, or of an ended one whose device is just storing its changes. @throws not_signed_in, dismissed
 */
async function depositorOf(app: App, request: FastifyRequest) {
  const carried = carriedToken(request)
  const who =
    carried && ((await app.sessions.read(carried.token, carried.transport)) ?? (await app.sessions.ended(carried.token, carried.transport)))
  if (!who) throw new AppError('not_signed_in')
  if ('why' in who && who.why === 'dismissed') throw new AppError('dismissed')
  return who
}
