import { currentStore } from '#platform/web/current.ts'
import { readKept } from '#platform/web/uploads.ts'

/** So many opened files stay on the device; the oldest make room. */
const MOST_KEPT = 100

/**
 * The bytes of a file on record: from this device while it has them, else from the server, and then kept so that the file opens again
 * without a signal. `url` is where the server has it. @throws when it is nowhere to be had now
 */
export async function openFile(fileId: string, url: string): Promise<Blob> {
  const own = await readKept(fileId)
  if (own) return own
  const kept = await openedFiles()
  const known = await kept?.match(url)
  if (known) return known.blob()
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`the file was answered with ${answer.status}`)
  await kept?.put(url, answer.clone()).catch(() => undefined)
  const urls = (await kept?.keys()) ?? []
  for (const oldest of urls.slice(0, Math.max(0, urls.length - MOST_KEPT))) await kept?.delete(oldest)
  return answer.blob()
}

/** Each person's apart, as their copy is; none where pages may keep nothing. */
async function openedFiles(): Promise<Cache | undefined> {
  const owner = currentStore()?.owner
  if (!owner || !('caches' in globalThis)) return undefined
  return caches.open(`pritchel-opened/${owner.practiceId}/${owner.personId}`).catch(() => undefined)
}
