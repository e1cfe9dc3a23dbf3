import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { FarPost } from '#connectors/kit/poster.ts'
import { findPicture, missingPicture, PICTURE, requestPictures } from '#features/evidence/files/server/pictures-for-owner.ts'
import { mayPostOf } from '#features/office/posts/server/may-post-of.ts'
import type { PostRow } from '#features/office/posts/server/service.ts'
import { AppError } from '#lib/errors.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { findClientLink } from '#platform/server/links.ts'

/** The picture of a post as far as it is here. `awaited`: it may still come; `none`: it can't be opened, or was taken off record. */
export type PostPicture = { is: 'here'; file: StoredFile } | { is: 'awaited' } | { is: 'none' }
type StoredFile = Parameters<typeof requestPictures>[1] & { sha256: string }

/** The file of the picture that leaves, as far as it is here. */
export async function pictureOfPost(tx: PracticeTx, { picture_id }: Pick<PostRow, 'picture_id'>): Promise<PostPicture> {
  const file = await tx
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.id', 'a.file_id')
    .selectAll('f')
    .where('a.id', '=', picture_id)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!file || file.state === 'refused') return { is: 'none' }
  if (file.state !== 'stored' || !file.sha256) return { is: 'awaited' }
  if (missingPicture(file).code === 'no_picture') return { is: 'none' }
  return { is: 'here', file: { ...file, sha256: file.sha256 } }
}

/**
 * The picture that leaves, of no more bytes than this: made of the one that this server made of the file, upright and with nothing a camera wrote.
 * Undefined: that is not made yet (`awaitPicture`).
 */
export async function pictureToPost(files: FileStore, sha256: string, most: number): Promise<FarPost['picture'] | undefined> {
  const made = await findPicture(files, sha256, PICTURE)
  if (!made) return undefined
  const whole = await buffer(made.content())
  const { width, height } = await sharp(whole).metadata()
  if (whole.length <= most) return { bytes: Uint8Array.from(whole), width, height }
  return smaller(whole, most)
}

/** Has the pictures of a file made. */
export const awaitPicture = (tx: PracticeTx, file: StoredFile): Promise<void> => requestPictures(tx, file)

const QUALITIES = [75, 60, 45]
const SIDES = [2000, 1600, 1200, 800, 400]

async function smaller(whole: Buffer, most: number): Promise<FarPost['picture']> {
  let last: FarPost['picture'] | undefined
  for (const side of SIDES)
    for (const quality of QUALITIES) {
      const shown = sharp(whole).resize(side, side, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality, mozjpeg: true })
      const { data, info } = await shown.toBuffer({ resolveWithObject: true })
      last = { bytes: Uint8Array.from(data), width: info.width, height: info.height }
      if (data.length <= most) return last
    }
  if (!last) throw new Error('no picture was made')
  return last
}

/** More than any network takes of a picture that it fetches. */
const MOST_FETCHED = 8_000_000

/**
 * The picture at an address that a network was given, for its hour: only while the post is to be up and its owner's consent holds.
 * @throws not_found
 */
export async function openPostPicture({ db, files }: { db: Database; files: FileStore }, token: string): Promise<Uint8Array> {
  const link = await findClientLink(db, 'post', token)
  if (!link) throw new AppError('not_found')
  const picture = await db.withPractice(link.practiceId, async (tx): Promise<PostPicture> => {
    const query = tx.selectFrom('posts').selectAll().where('id', '=', link.subjectId).where('state', '=', 'posting')
    const post = await query.where('deleted_at', 'is', null).executeTakeFirst()
    const isAllowed = post && (await mayPostOf(tx, [post.horse_id])).has(post.horse_id)
    return isAllowed ? pictureOfPost(tx, post) : { is: 'none' }
  })
  const made = picture.is === 'here' ? await pictureToPost(files, picture.file.sha256, MOST_FETCHED) : undefined
  if (!made) throw new AppError('not_found')
  return made.bytes
}
