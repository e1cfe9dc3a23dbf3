import type { Letterhead } from '#features/core/letterhead/contract.ts'
import { type PictureKind, picturePath } from '#features/core/letterhead/rules.ts'
import type { makePicture } from '#features/core/letterhead/server/picture-maker.ts'
import { deletePicture, findPictureById, insertPicture, listPictures } from '#features/core/letterhead/server/queries.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters } from '#platform/server/database/rows.ts'
import { apart, PastLimits, turns } from '#platform/server/jobs/apart.ts'
import { addPictureLink, findPictureLink, revokePictureLink } from '#platform/server/links.ts'

/** The practice's logo and the farrier's picture. */
export async function letterheadOf(tx: PracticeTx): Promise<Letterhead> {
  const found = new Map((await listPictures(tx)).map(({ kind, key, ...size }) => [kind, { path: picturePath(key), ...size }]))
  return { logo: found.get('logo') ?? null, farrier: found.get('farrier') ?? null }
}

/**
 * Sets a picture of the practice, or removes it without an `image`. Each has its own address: one that is replaced is no longer served.
 * @throws forbidden for all but owners; not_a_picture, busy
 */
export async function changePicture(
  db: Database,
  actor: Actor,
  { kind, image }: { kind: PictureKind; image: string | null },
): Promise<Letterhead> {
  requireMay(actor, 'runPractice')
  const made = image === null ? null : await makeApart(kind, Buffer.from(image, 'base64'))
  return db.withPractice(actor.practiceId, async (tx) => {
    await holdWriters(tx)
    const before = await deletePicture(tx, kind)
    if (before) await revokePictureLink(tx, before.id)
    if (made) {
      const id = uuidv7()
      await insertPicture(tx, { id, kind, key: await addPictureLink(tx, id), ...made })
    }
    return letterheadOf(tx)
  })
}

/** The picture of an address. @throws not_found, also for one that was replaced or removed */
export async function openPicture(db: Database, key: string): Promise<{ mime: string; content: Buffer }> {
  const link = await findPictureLink(db, key)
  const picture = link && (await db.withPractice(link.practiceId, (tx) => findPictureById(tx, link.pictureId)))
  if (!picture) throw new AppError('not_found')
  return picture
}

const LIMITS = { bytes: 600_000_000, ms: 10_000 }
const make = apart<typeof makePicture>(new URL('./picture-maker.ts', import.meta.url), 'makePicture', LIMITS, {
  inTurn: turns({ atOnce: 1, mostWaiting: 10 }),
})

async function makeApart(kind: PictureKind, image: Buffer) {
  const made = await make({ kind, image }).catch((error: unknown) => {
    if (error instanceof PastLimits) return undefined
    throw error
  })
  if (!made) throw new AppError('not_a_picture', { fields: ['image'] })
  return made
}
