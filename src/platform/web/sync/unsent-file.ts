import { currentMs, currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf, timeOf } from '#lib/dates.ts'
import { openByteStore } from '#platform/web/files/byte-store.ts'
import { draftsOf } from '#platform/web/session/drafts.ts'
import type { Copy, Queued, Rec, RecordKey, Store } from '#platform/web/sync/store.ts'
import { unsavedIn, unsentBlobs, withShelf } from '#platform/web/sync/unsent.ts'

type Entry = { name: string; content: Blob }

/** What the server hasn't got, as a file: the changes, or a ZIP when files or recordings are among it. */
export async function unsentFile(store: Store): Promise<Entry> {
  const name = `unsent changes ${currentTime().toISOString().slice(0, 16).replace(/[T:]/g, '-')}`
  const changes = { name: `${name}.json`, content: await exportUnsent(store) }
  const others = [...(await filesOf(store)), ...(await recordingsOf(store))]
  if (others.length === 0) return changes
  return { name: `${name}.zip`, content: await zipOf([changes, ...others]) }
}

async function filesOf(store: Store): Promise<Entry[]> {
  const blobs = await unsentBlobs(store)
  if (blobs.length === 0) return []
  const bytes = await openByteStore(store)
  const read = await Promise.all(blobs.map(async ({ name, path }) => ({ name: `files/${name}`, content: await bytes.read(path) })))
  return read.flatMap(({ name, content }) => (content ? [{ name, content }] : []))
}

async function recordingsOf(store: Store): Promise<Entry[]> {
  const left = await unsavedIn(store)
  const read = (shelf: Parameters<Parameters<typeof withShelf<Entry[]>>[1]>[0]) =>
    Promise.all(
      left.map(async (recording) => {
        const kind = recording.mime.includes('mp4') ? 'm4a' : 'webm'
        return { name: `recordings/${recording.about.horse}.${kind}`, content: (await shelf.soundOf(recording)).content }
      }),
    )
  return withShelf(store, read, [])
}

const SLICE = 1024 * 1024

async function zipOf(entries: readonly Entry[]): Promise<Blob> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    parts.push(new Uint8Array(chunk))
  })
  const taken = new Map<string, number>()
  for (const { name, content } of entries) {
    const times = taken.get(name) ?? 0
    taken.set(name, times + 1)
    // Two photos of one name are two files.
    const file = new ZipPassThrough(times === 0 ? name : numbered(name, times + 1))
    zip.add(file)
    for (let at = 0; at < content.size; at += SLICE) file.push(new Uint8Array(await content.slice(at, at + SLICE).arrayBuffer()))
    file.push(new Uint8Array(0), true)
  }
  zip.end()
  return new Blob(parts, { type: 'application/zip' })
}

/** The changes the server hasn't got: first in words, then as they are stored; and what was typed into forms and not saved. */
export async function exportUnsent(copy: Copy): Promise<Blob> {
  const queue = await copy.queue.toArray()
  const recs = await copy.rec.bulkGet(queue.map((item): RecordKey => [item.entity, item.id]))
  const changes = queue.map((item, at) => inWords(item, recs[at]))
  const what = {
    about: "Changes made on this device that Pritchel’s server doesn't have yet.",
    exportedAt: whenOf(currentMs()),
    changes,
    notSaved: Object.entries(draftsOf(copy.owner)).map(([form, text]) => ({ form, typed: typedIn(text) })),
    queue,
  }
  return new Blob([JSON.stringify(what, null, 2)], { type: 'application/json' })
}

function typedIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const VERBS = { CREATE: 'Added', UPDATE: 'Changed', DELETE: 'Removed' }

function inWords(item: Queued, rec: Rec | undefined) {
  const { name, title } = { ...rec?.base, ...rec?.data }
  return {
    what: `${VERBS[item.action]} in ${item.entity.replace('_', ' ')}: ${name ?? title ?? item.localId}`,
    when: whenOf(item.createdAt),
    state: item.error?.message ?? 'Waiting to be sent',
    ...(item.action === 'DELETE' ? {} : { now: item.shown, before: item.before }),
  }
}

function whenOf(at: string | number) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${dayAndYear(dayOf(at, zone))}, ${timeOf(at, zone)}`
}

/** `photos/hoof.jpg` as `photos/2 hoof.jpg`. */
function numbered(path: string, number: number): string {
  const at = path.lastIndexOf('/') + 1
  return `${path.slice(0, at)}${number} ${path.slice(at)}`
}
