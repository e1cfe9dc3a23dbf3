import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { currentStore, setCurrentStore } from '#platform/web/current.ts'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'

// The files share one page, and with it what the app's modules remember: each begins with nobody signed in.
currentStore()?.close()
setCurrentStore(undefined)

// The page's package clears it too, but only for the file that loads it first.
beforeEach(async () => {
  await cleanup()
  for (const { id } of currentToasts()) dismissToast(id)
})
