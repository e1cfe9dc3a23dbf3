import { COPY, COPY_LIST, type CopyList, GENERAL_PAGES, KEEPS, NO_COPY } from '#app/my/copy-names.ts'
import { forget, inTurn, type Kept, keepPage, keptList, putList, whileOf } from '#app/pages/my/phone/kept.ts'
import { dropCopy, FILES, forgetAll, isTooOld, KEPT_AT, PAGES, PICTURES } from '#app/pages/my/phone/stores.ts'
import { realMs } from '#lib/clock.ts'
import { serverUrl } from '#platform/web/server-url.ts'

/** What the build draws the pages with. */
declare const MY_FILES: readonly string[]

/** How long pages stay as they were read before all are read again. */
const FRESH_MS = 10 * 60_000
const MOST_BYTES = 15_000_000

let refreshing: Promise<void> | undefined
let isAskedAgain = false

/** Fetches what is still theirs, drops what is not, and reads what is missing or old. One at a time; called meanwhile, once more. */
export function refresh(): Promise<void> {
  if (refreshing) isAskedAgain = true
  refreshing ??= readAll().finally(() => {
    refreshing = undefined
    if (!isAskedAgain) return
    isAskedAgain = false
    return refresh()
  })
  return refreshing
}

async function readAll(): Promise<void> {
  const answer = await ask(COPY_LIST)
  const whose = answer?.headers.get(COPY)
  if (whose === NO_COPY) await forget()
  else if (answer?.ok && whose) {
    const list = await takeList(whose, (await answer.json()) as CopyList)
    if ((await readPages(list)) && (await readFiles())) await readPictures(list)
  }
}

/** Updates the copy to what is theirs now. With another stamp, or for another person, it begins from scratch. */
const takeList = (whose: string, list: CopyList): Promise<Kept> =>
  inTurn(async () => {
    const old = await keptList()
    const isSame = old?.whose === whose && old.stamp === list.stamp
    if (!isSame) await (old && old.whose !== whose ? forgetAll() : dropCopy())
    const kept = { ...list, whose, allAtMs: isSame ? old.allAtMs : 0 }
    await putList(kept)
    const isLess = await dropOthers(PAGES, [...list.pages, COPY_LIST])
    // What is gone may stand on these too.
    if (isLess) for (const path of GENERAL_PAGES) await (await caches.open(PAGES)).delete(path)
    await dropOthers(PICTURES, list.pictures)
    return kept
  })

/** Deletes what is not on the list, or is too old; returns whether anything was. */
async function dropOthers(name: string, paths: readonly string[]): Promise<boolean> {
  const store = await caches.open(name)
  let isAny = false
  for (const request of await store.keys()) {
    const kept = await store.match(request)
    const isListed = paths.includes(new URL(request.url).pathname)
    if (!isListed || !kept || isTooOld(kept, realMs())) isAny = (await store.delete(request)) || isAny
  }
  return isAny
}

/** Reads the pages that are missing; all of them, where that is a while ago. Returns false where the signal went. */
async function readPages(list: Kept): Promise<boolean> {
  const isAll = realMs() - list.allAtMs > FRESH_MS
  const store = await caches.open(PAGES)
  let areAll = true
  for (const path of list.pages) {
    if (!isAll && (await store.match(path))) continue
    const answer = await ask(path)
    if (!answer || answer.headers.get(COPY) === NO_COPY) return false
    areAll = (await keepPage(path, answer, list)) && areAll
  }
  if (isAll && areAll) await whileOf(list, () => putList({ ...list, allAtMs: realMs() }))
  return true
}

/** Fetches what pages are drawn with, and drops what an earlier build drew them with. */
async function readFiles(): Promise<boolean> {
  const store = await caches.open(FILES)
  for (const path of MY_FILES) {
    if (await store.match(path)) continue
    const answer = await fetch(serverUrl(path)).catch(() => undefined)
    if (!answer?.ok) return false
    await keepFile(path, answer)
  }
  return true
}

/** Keeps a file of the build; only beside a copy: where no one is signed in, nothing stays. */
export const keepFile = (path: string, answer: Response): Promise<void> =>
  inTurn(async () => {
    if (await keptList()) await (await caches.open(FILES)).put(path, answer)
  })

async function readPictures(list: Kept): Promise<void> {
  let room = MOST_BYTES - (await bytesOf(PAGES)) - (await bytesOf(PICTURES))
  for (const path of list.pictures) {
    if (await (await caches.open(PICTURES)).match(path)) continue
    const answer = await ask(path)
    // No signal; or it is not made yet, and is there the next time.
    if (!answer?.ok) continue
    const picture = await answer.blob()
    room -= picture.size
    if (room < 0) return
    const headers = { 'content-type': picture.type, [KEPT_AT]: String(realMs()) }
    await whileOf(list, async () => (await caches.open(PICTURES)).put(path, new Response(picture, { headers })))
  }
}

async function bytesOf(name: string): Promise<number> {
  const store = await caches.open(name)
  let bytes = 0
  for (const request of await store.keys()) bytes += (await (await store.match(request))?.blob())?.size ?? 0
  return bytes
}

/** Undefined: there is no signal. */
const ask = (path: string): Promise<Response | undefined> =>
  fetch(serverUrl(path), { headers: { [KEEPS]: 'yes' }, cache: 'no-store' }).catch(() => undefined)
