import { NO_COPY } from '#app/my/copy-names.ts'
import { watchForms } from '#app/pages/my/phone/forms.ts'
import { forgetAll, PAGES } from '#app/pages/my/phone/stores.ts'
import { showWaiting } from '#app/pages/my/phone/waiting.ts'
import { beToldNoMore, canKeep, contactPortalWorker } from '#platform/web/device/portal-app.ts'

/** What the portal keeps of a person in the browser beside its stores: where an upload stopped, and whose it was. */
const NOTES = 'my/'
const WHOSE = 'my/whose'

/** Makes a page of the portal one that works where there is no signal. `whose`: whose copy it goes into, or that nothing is kept here. */
export function servePhone(page: Document, whose: string): void {
  const isKept = whose !== NO_COPY
  watchForms(page, isKept ? whose : null)
  dropNotesBut(isKept ? whose : null)
  if (!canKeep()) return
  if (!isKept) return void Promise.all([forgetAll(), beToldNoMore()])
  void showWaiting(whose)
  if (page.querySelector('[data-as-at]:not([hidden])')) void showDead(page)
  else void contactPortalWorker()
}

/** Deletes another person's notes, and all of them where no one is signed in. */
function dropNotesBut(whose: string | null) {
  try {
    if (whose === localStorage.getItem(WHOSE)) return
    for (const key of Object.keys(localStorage)) if (key.startsWith(NOTES)) localStorage.removeItem(key)
    if (whose) localStorage.setItem(WHOSE, whose)
  } catch {
    // This browser keeps nothing.
  }
}

/** Links to what is not kept lead nowhere, and show why. */
async function showDead(page: Document) {
  const kept = new Set((await (await caches.open(PAGES)).keys()).map(({ url }) => new URL(url).pathname))
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const { origin, pathname, hash } = new URL(link.href)
    const isHere = pathname === location.pathname && hash !== ''
    if (origin !== location.origin || isHere || kept.has(pathname)) continue
    link.removeAttribute('href')
    link.setAttribute('role', 'link')
    link.setAttribute('aria-disabled', 'true')
    const why = page.createElement('span')
    why.className = 'text-14 font-normal text-ink-2'
    why.textContent = ' needs a signal'
    link.append(why)
  }
}
