import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'

// The files share one page. Its package clears it too, but only for the file that loads it first.
beforeEach(async () => {
  await cleanup()
  for (const { id } of currentToasts()) dismissToast(id)
})
