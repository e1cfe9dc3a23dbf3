import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isDicom, readDicom } from '#features/evidence/radiographs/dicom-file.ts'
import { readScale, type Scale } from '#features/evidence/radiographs/scale.ts'
import type { FileStore } from '#platform/server/files/store.ts'

/** What comes before the points of nearly every film. */
const BEGINNING = 1024 * 1024
/** A film whose beginning can't be read alone, because all of it is packed, is read whole up to this size. */
const MOST_BYTES = 64 * BEGINNING
/** Scales that are remembered; a file never changes. */
const MOST_KNOWN = 1000

type StoredFilm = { key: string; bytes: number }

const known = new Map<string, Scale | undefined>()

/** The scale that a film has of its own, as the viewer reads it; undefined: it has none that can be read. */
export async function filmScale(files: FileStore, film: StoredFilm): Promise<Scale | undefined> {
  if (known.has(film.key)) return known.get(film.key)
  const scale = await scaleIn(files, film)
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? '')
  known.set(film.key, scale)
  return scale
}

async function scaleIn(files: FileStore, { key, bytes }: StoredFilm): Promise<Scale | undefined> {
  const most = Math.min(bytes, BEGINNING)
  const beginning = await bytesOf(files.read(key, { start: 0, end: most - 1 }))
  if (!isDicom(beginning)) return undefined
  try {
    return readScale((await readDicom(beginning)).values)
  } catch {
    if (bytes <= most || bytes > MOST_BYTES) return undefined
  }
  try {
    return readScale((await readDicom(await bytesOf(files.read(key)))).values)
  } catch {
    return undefined
  }
}

const bytesOf = async (content: Readable): Promise<Uint8Array> => new Uint8Array(await buffer(content))
