import { type FilePlaces, finishUpload, knownFile, requireRoom } from '#features/evidence/files/server/uploads.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Arrival } from '#platform/server/files/store.ts'

/**
 * Keeps what another feature has taken in itself, under the same rules as what is sent to an address. Look first whether it will be named:
 * a file that nothing names lies about until the sweep.
 * @throws file_too_big, no_room, file_refused
 */
export async function storeArrived(places: FilePlaces, actor: Actor, { id, arrival }: { id: string; arrival: Arrival }): Promise<void> {
  const { bytes, sha256 } = arrival
  await requireRoom(places.files, bytes)
  const file = await places.db.withPractice(actor.practiceId, (tx) => knownFile(tx, actor, id, { bytes, sha256 }))
  await finishUpload(places, file, { name: id, ...arrival })
}
