import { readKept } from '#platform/web/files/uploads.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { readRows } from '#platform/web/use-rows.ts'

/** So many opened files stay on the device, and so many small pictures, which cost next to nothing; the oldest of each make room. */
const MOST_KEPT = { whole: 100, small: 1000 }

/**
 * The bytes of a file on record: from this device while it has them, else from the server, and then kept so that the file opens again
 * without a signal. `url` is where the server has it. @throws when it is nowhere to be had now
 */
export async function openFile(fileId: string, url: string): Promise<Blob> {
  const here = await findOpened(fileId, url)
  if (here) return here
  const kept = await openedFiles()
  const answer = await fetch(serverUrl(url))
  if (!answer.ok) throw new Error(`the file was answered with ${answer.status}`)
  await kept?.put(url, answer.clone()).catch(() => undefined)
  if (kept) await makeRoom(kept, kindOf(url))
  return answer.blob()
}

async function makeRoom(kept: Cache, kind: keyof typeof MOST_KEPT) {
  const alike = (await kept.keys()).filter((one) => kindOf(one.url) === kind)
  for (const oldest of alike.slice(0, Math.max(0, alike.length - MOST_KEPT[kind]))) await kept.delete(oldest)
}

const kindOf = (url: string) => (url.includes('/thumbnail?') ? 'small' : 'whole')

/** The same without a request to the server: undefined when this device doesn't have it. */
export async function findOpened(fileId: string, url: string): Promise<Blob | undefined> {
  const own = await readKept(fileId)
  if (own) return own
  return (await (await openedFiles())?.match(url))?.blob()
}

/** Each person's apart, as their copy is; none where pages may keep nothing. */
async function openedFiles(): Promise<Cache | undefined> {
  const owner = currentStore()?.owner
  if (!owner || !('caches' in globalThis)) return undefined
  const name = `pritchel-opened/${owner.practiceId}/${owner.personId}`
  const kept = await caches.open(name).catch(() => undefined)
  if (kept && lookedThrough !== name) {
    lookedThrough = name
    await dropUnnamed(kept).catch(() => undefined)
  }
  return kept
}

/** Whose files were looked through since the page was loaded. */
let lookedThrough = ''

/** Files that no record names any more, because a person was erased or the files were taken off the record, don't stay on the device. */
async function dropUnnamed(kept: Cache) {
  const records = [
    ...(await readRows<{ fileId: string | null }>('attachments')),
    ...(await readRows<{ fileId: string | null }>('voice_notes')),
  ]
  const named = new Set(records.map(({ fileId }) => fileId))
  for (const { url } of await kept.keys()) {
    const [, id] = /\/api\/objects\/([^/?]+)/.exec(url) ?? []
    if (id && !named.has(id)) await kept.delete(url)
  }
}
