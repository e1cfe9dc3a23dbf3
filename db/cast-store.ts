import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type PictureName, readPictureName } from '#db/cast-pictures.ts'
import { isPictured, MOST_BYTES, mimeOf } from '#features/evidence/files/rules.ts'
import { PICTURE, PICTURE_NAMES } from '#features/evidence/files/server/pictures-for-owner.ts'
import { sniff } from '#features/evidence/files/sniff.ts'
import { uuidv7 } from '#lib/ids.ts'
import { derivedKey, type FileStore } from '#platform/server/files/store.ts'
import { StartError } from '#platform/server/start-error.ts'

/** A file of the demo whose bytes are in the store. */
export type CastFile = PictureName & { sha256: string; bytes: number; mime: string; isDrawn: boolean }

/** What `npm run draw` made. */
export const DRAWN_FOLDER = fileURLToPath(new URL('./pictures/', import.meta.url))
/** The small pictures of what is drawn, by the same names. */
export const smallName = (name: string, width: string) => `${name.replace(/\.jpg$/, '')}.${width}`

/**
 * Puts the files of the demo into the store: those that are drawn, and the operator's photos in `folder`, where there are some.
 * A horse with photos there shows these and no drawn ones. Stored files are not written again. Call outside a transaction.
 * @throws StartError when the folder, or a file in it, can't be used
 */
export async function storeCastFiles(files: FileStore, folder?: string): Promise<CastFile[]> {
  const own = folder === undefined ? [] : await storeAll(files, folder, await photosIn(folder))
  const replaced = new Set(own.map(({ horseId }) => horseId))
  const drawn = (await readdir(DRAWN_FOLDER)).filter((name) => NAMED.has(extname(name)) && !SMALL.test(name)).sort()
  const wanted = drawn.filter((name) => !(name.endsWith('.jpg') && replaced.has(readPictureName(name)?.horseId ?? '')))
  return [...own, ...(await storeAll(files, DRAWN_FOLDER, wanted))]
}

const NAMED = new Set(['.jpg', '.dcm', '.csv', '.webm'])
const SMALL = /\.\w+\.jpg$/
const PHOTO = /\.(jpe?g|png|webp|heic|tiff?|avif)$/i
/** So many at once: a bucket is far away. */
const AT_ONCE = 8

async function photosIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new StartError(`The photos for the demo can't be read: ${error.message}. Check PRITCHEL_DEMO_PHOTOS.`)
  })
  const photos = names.filter((name) => PHOTO.test(name)).sort()
  const unread = photos.filter((name) => !readPictureName(name)?.foot)
  if (unread.length > 0) {
    const form = 'merlin-nf-lateral-0.jpg: a horse of the demo, a foot, a view, and how many visits ago or a day'
    throw new StartError(`These photos for the demo are not named as they have to be (${form}): ${unread.join(', ')}.`)
  }
  return photos
}

async function storeAll(files: FileStore, folder: string, names: readonly string[]): Promise<CastFile[]> {
  const stored: CastFile[] = []
  for (let at = 0; at < names.length; at += AT_ONCE)
    stored.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map((name) => storeOne(files, folder, name)))))
  return stored
}

async function storeOne(files: FileStore, folder: string, name: string): Promise<CastFile> {
  const content = await readFile(join(folder, name))
  const [is, found] = [readPictureName(name), sniff(content)]
  const isDrawn = folder === DRAWN_FOLDER
  if (!is || !found || (!isDrawn && !isPictured(found.mime))) throw new StartError(`${join(folder, name)} is not a photo.`)
  const sha256 = createHash('sha256').update(content).digest('hex')
  if ((await files.find(sha256)) === undefined) {
    const id = uuidv7()
    await files.keep(id, await files.receive(id, Readable.from([content]), MOST_BYTES))
  }
  if (isDrawn && name.endsWith('.jpg')) await storeSmall(files, { name, content, sha256 })
  return { ...is, sha256, bytes: content.length, mime: mimeOf(found, name), isDrawn }
}

/** The worker makes the smaller pictures of other photos; these are stored at once, so that no one waits for them in the first minute. */
async function storeSmall(files: FileStore, { name, content, sha256 }: { name: string; content: Buffer; sha256: string }): Promise<void> {
  for (const small of PICTURE_NAMES) {
    const key = derivedKey(sha256, small)
    if ((await files.find(key)) !== undefined) continue
    // A drawn photo is no larger than what is shown, and has no personal data.
    await files.put(key, small === PICTURE ? content : await readFile(join(DRAWN_FOLDER, smallName(name, small))))
  }
}
