import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { currentStore, setCurrentStore } from '#platform/web/sync/current.ts'
import { noteReach } from '#platform/web/sync/reach.ts'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'

// The files share one page, and with it the state of the app's modules, its storage and its window: each file begins at a desktop with no
// user signed in, regardless of the file before it.
currentStore()?.close()
setCurrentStore(undefined)
noteReach(true)
localStorage.clear()
sessionStorage.clear()
delete document.documentElement.dataset.theme
await page.viewport(1280, 800)

// The page's package clears it too, but only for the file that loads it first.
beforeEach(async () => {
  await cleanup()
  for (const { id } of currentToasts()) dismissToast(id)
})
