import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COPY, COPY_LIST, type CopyList, NO_COPY } from '#app/my/copy-names.ts'
import { refresh } from '#app/pages/my/phone/refresh.ts'
import { forgetAll, PAGES, PICTURES } from '#app/pages/my/phone/stores.ts'

/* What the portal's service worker keeps on a phone, in this browser's own caches, with the server's answers made up. */

const MB = 1_000_000
const MOST = 15 * MB

let list: CopyList
let whose: string
/** How big each picture is. */
let bytes: number
const asked: string[] = []

beforeEach(async () => {
  await forgetAll()
  whose = 'a'.repeat(22)
  asked.length = 0
  vi.stubGlobal('MY_FILES', [])
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const { pathname } = new URL(String(input), location.href)
    asked.push(pathname)
    const headers = { [COPY]: whose }
    if (pathname === COPY_LIST) return Response.json(list, { headers })
    const content = pathname.includes('/files/') ? new Uint8Array(bytes) : `<p>${pathname}</p>`
    return new Response(content, { headers: { ...headers, 'content-type': pathname.includes('/files/') ? 'image/jpeg' : 'text/html' } })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await forgetAll()
})

const picture = (n: number) => `/my/at/p/files/${n}/tiny`
const listed = (stamp: string, pictures: number): CopyList => ({
  stamp,
  pages: ['/my', '/my/visits', '/my/at/p/horses/h'],
  pictures: Array.from({ length: pictures }, (_, n) => picture(n)),
})
async function kept(name: string) {
  const store = await caches.open(name)
  const answers = await Promise.all((await store.keys()).map(async (request) => ({ request, answer: await store.match(request) })))
  const sizes = await Promise.all(answers.map(async ({ answer }) => (await answer?.blob())?.size ?? 0))
  return { paths: answers.map(({ request }) => new URL(request.url).pathname), bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

test('keeps all pages, and pictures up to 15 MB in all and no further, also on another request', async () => {
  list = listed('one', 20)
  bytes = MB
  await refresh()
  const [pages, pictures] = [await kept(PAGES), await kept(PICTURES)]
  expect(pages.paths.toSorted()).toEqual([...list.pages, COPY_LIST].toSorted())
  // The pages have some of it, so that the fifteenth does not fit.
  expect(pictures.paths).toHaveLength(14)
  expect(pages.bytes + pictures.bytes).toBeLessThanOrEqual(MOST)
  await refresh()
  expect((await kept(PICTURES)).paths).toEqual(pictures.paths)
})

test('what is no longer on the list goes, and makes room', async () => {
  list = listed('one', 20)
  bytes = MB
  await refresh()
  list = { ...list, pictures: list.pictures.slice(10) }
  await refresh()
  expect((await kept(PICTURES)).paths.toSorted()).toEqual(list.pictures.toSorted())
})

test('with another stamp it begins from scratch, and where no one is signed in nothing of it is left', async () => {
  list = listed('one', 2)
  bytes = 10
  await refresh()
  asked.length = 0
  list = { ...list, stamp: 'two', pictures: [picture(0)] }
  await refresh()
  expect(asked).toEqual([COPY_LIST, ...list.pages, picture(0)])
  whose = NO_COPY
  await refresh()
  expect((await caches.keys()).filter((name) => name.startsWith('pritchel-my'))).toEqual([])
})
