import { COPY, COPY_LIST, type CopyList } from '#app/my/copy-names.ts'
import { forgetAll, KEPT_AT, PAGES } from '#app/pages/my/phone/stores.ts'
import { realMs } from '#lib/clock.ts'

/* The copy in the service worker: changed by one after the other, and only while it is of those whose answer it is. */

let turn: Promise<unknown> = Promise.resolve()

/** Changes what is kept, after the change that is under way. */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = turn.then(work)
  turn = done.catch(() => undefined)
  return done
}

/** Deletes everything of the person who was signed in. */
export const forget = (): Promise<unknown> => inTurn(forgetAll)

/** What the copy goes by: the server's list, whose it is, and when all its pages were last read. */
export type Kept = CopyList & { whose: string; allAtMs: number }

const ALL_AT = 'my-all-at'

/** Undefined: nothing is kept. */
export async function keptList(): Promise<Kept | undefined> {
  if (!(await caches.has(PAGES))) return undefined
  const answer = await (await caches.open(PAGES)).match(COPY_LIST)
  if (!answer) return undefined
  const list = (await answer.json()) as CopyList
  return { ...list, whose: answer.headers.get(COPY) ?? '', allAtMs: Number(answer.headers.get(ALL_AT)) }
}

/** Keeps the list; in turn. */
export async function putList({ whose, allAtMs, ...list }: Kept): Promise<void> {
  const headers = { [COPY]: whose, [ALL_AT]: String(allAtMs), [KEPT_AT]: String(realMs()) }
  await (await caches.open(PAGES)).put(COPY_LIST, Response.json(list, { headers }))
}

/** Changes the copy, unless meanwhile it is gone, another's, or of other things. */
export const whileOf = ({ whose, stamp }: Kept, work: () => Promise<unknown>): Promise<unknown> =>
  inTurn(async () => {
    const now = await keptList()
    if (now?.whose === whose && now.stamp === stamp) await work()
  })

/** Keeps a page as it was read, or drops it where it is no longer theirs. Returns false on a 429 or 5xx, which decides neither. */
export async function keepPage(path: string, answer: Response, list: Kept): Promise<boolean> {
  if (answer.status === 429 || answer.status >= 500) return false
  const isTheirs = answer.ok && !answer.redirected && list.pages.includes(path)
  const page = isTheirs ? new Response(await answer.text(), { headers: headersOf(answer) }) : undefined
  await whileOf(list, async () => {
    const store = await caches.open(PAGES)
    await (page ? store.put(path, page) : store.delete(path))
  })
  return true
}

/** The security policy goes with the page. */
function headersOf({ headers }: Response): Record<string, string> {
  const policy = headers.get('content-security-policy')
  return {
    'content-type': 'text/html; charset=utf-8',
    [KEPT_AT]: String(realMs()),
    ...(policy && { 'content-security-policy': policy }),
  }
}
