/// <reference lib="webworker" />
import { AS_AT, COPY, COPY_LIST, NO_COPY, NO_SIGNAL } from '#app/my/copy-names.ts'
import { forget, keepPage, keptList } from '#app/pages/my/phone/kept.ts'
import { keepFile, refresh } from '#app/pages/my/phone/refresh.ts'
import { FILES, isTooOld, PAGES, PICTURES } from '#app/pages/my/phone/stores.ts'
import { realMs } from '#lib/clock.ts'

declare const self: ServiceWorkerGlobalScope

/* The portal's own service worker: an owner's horses, visits and bills open where there is no signal, as they were last read. The staff app's has no part in it. */

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// A page has come from the server: there is a signal, and what is not theirs any more goes.
self.addEventListener('message', (event) => {
  if (event.data === 'contact') event.waitUntil(refresh())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (FILE.test(pathname)) event.respondWith(openFile(event))
  else if (PICTURE.test(pathname)) event.respondWith(fetch(request).catch(() => openPicture(pathname)))
})

const FILE = /^\/(assets\/pages\/my-|icons\/|theme\.js$)/
const PICTURE = /^(\/my\/at\/[^/]+\/files\/[^/]+\/)(tiny|small|large)$/

/* What our server sends when there is news; only it has the keys. */
type Call = { id: string; title: string; body: string; path: string }

self.addEventListener('push', (event) => {
  const { id, title, body, path } = (event.data?.json() ?? {}) as Partial<Call>
  const look = { body: body ?? '', icon: '/icons/my-192.png', tag: id ?? 'news', data: { path: path ?? '/my' } }
  event.waitUntil(self.registration.showNotification(title ?? 'My horses', look))
})

// A window of the portal that is open goes there, else one is opened; a farrier's stays as it is.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data as Pick<Call, 'path'>
  event.waitUntil(openAt(PORTAL.test(path) ? path : '/my'))
})

const PORTAL = /^\/my(\/|$)/

async function openAt(path: string): Promise<unknown> {
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find(({ url }) => PORTAL.test(new URL(url).pathname))
  if (!open) return self.clients.openWindow(path)
  await open.focus().catch(() => open)
  return open.navigate(path).catch(() => self.clients.openWindow(path))
}

/** From the server, and kept as it was read; without a signal as it was last. */
async function openPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url)
  try {
    const answer = await fetch(event.request)
    event.waitUntil(meet(pathname + search, answer.clone()))
    return answer
  } catch {
    return (await fromCopy(pathname)) ?? (await fromCopy(NO_SIGNAL)) ?? Response.error()
  }
}

/** Keeps a page, or clears the copy when the answer shows that no one is signed in any more, or someone else is. */
async function meet(path: string, answer: Response): Promise<void> {
  const whose = answer.headers.get(COPY)
  if (!whose) return
  const list = await keptList()
  if (whose === NO_COPY || (list && list.whose !== whose)) await forget()
  // The result of a form is shown under an address with a question mark: it is not kept.
  else if (list && !path.includes('?')) await keepPage(path, answer, list)
  // The page for what is not theirs looks the same to everyone, and makes no request of its own.
  if (answer.status === 404) await refresh()
}

async function fromCopy(path: string): Promise<Response | undefined> {
  if (path === COPY_LIST || !(await caches.has(PAGES))) return undefined
  const store = await caches.open(PAGES)
  const page = await store.match(path)
  if (!page) return undefined
  if (isTooOld(page, realMs())) return void (await store.delete(path))
  return new Response((await page.text()).replace(AS_AT.hidden, AS_AT.shown), { headers: page.headers })
}

async function openFile(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const kept = (await caches.has(FILES)) && (await (await caches.open(FILES)).match(pathname))
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok && pathname.startsWith('/assets/')) event.waitUntil(keepFile(pathname, answer.clone()))
  return answer
}

/** In place of any size of it the small one that is kept. */
async function openPicture(path: string): Promise<Response> {
  const kept = (await caches.has(PICTURES)) && (await (await caches.open(PICTURES)).match(path.replace(PICTURE, '$1tiny')))
  return kept || Response.error()
}
