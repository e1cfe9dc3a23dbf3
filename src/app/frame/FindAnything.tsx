import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Doing } from '#app/frame/find.ts'
import { Kbd } from '#ui/Kbd.tsx'

const DoneFromAnywhere = lazy(() => import('#app/frame/DoneFromAnywhere.tsx').then((m) => ({ default: m.DoneFromAnywhere })))
const FindDialog = lazy(() => import('#app/frame/FindDialog.tsx').then((m) => ({ default: m.FindDialog })))

/** The search in the bar: a box on a desktop, a glass on a phone; `/` and Ctrl or Cmd-K open it from anywhere. */
export function FindAnything() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const [doing, setDoing] = useState<Doing>()
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  useFindKeys(open)
  return (
    <>
      <button
        type="button"
        aria-label="Find anything"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={open}
        className="inline-flex size-12 shrink-0 items-center justify-center gap-2 rounded-lg text-on-forge-2 hover:text-on-forge max-md:order-last md:size-10 xl:h-9 xl:w-auto xl:border xl:border-forge-line xl:bg-forge-2 xl:px-2.5"
      >
        <Search className="size-6 shrink-0 md:size-5 xl:size-4" aria-hidden />
        <span className="hidden xl:inline">
          Find<span className="hidden min-[1400px]:inline"> anything</span>
        </span>
        <span className="ml-3 hidden xl:inline">
          <Kbd onForge>/</Kbd>
        </span>
      </button>
      {wasOpened && (
        <Suspense>
          <FindDialog open={isOpen} onOpenChange={setOpen} onDo={setDoing} />
        </Suspense>
      )}
      {doing && (
        <Suspense>
          <DoneFromAnywhere doing={doing} onClose={() => setDoing(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function useFindKeys(open: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPalette = event.key === 'k' && (event.ctrlKey || event.metaKey)
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
      if (!(isPalette || isSlash) || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
