import type { ReactNode } from 'react'

/** Holds a screen's single next step within the thumb's reach, above the bottom bar; from 768 px it stands where it is written. */
export const Dock = ({ children }: { children: ReactNode }) => (
  <div
    data-screen-only
    className="fixed inset-x-0 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom))] z-20 flex gap-2 border-t border-line bg-surface px-3 py-2 max-md:[&>*]:flex-1 md:static md:border-0 md:bg-transparent md:p-0"
  >
    {children}
  </div>
)
