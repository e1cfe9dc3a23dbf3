import { Link2Off } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { OwnerHead } from '#ui/OwnerHead.tsx'

/** Around what an owner reads by a link. */
export const OwnerFrame = ({ children, ...head }: ComponentProps<typeof OwnerHead> & { children: ReactNode }) => (
  <div>
    <OwnerHead {...head} />
    {/* On paper a block: a grid that is longer than what is left of a sheet moves to the next as a whole. */}
    <main className="mx-auto grid max-w-[560px] gap-4 px-4 pt-5 pb-12 sm:pt-8 print:block print:space-y-4 print:pb-0">{children}</main>
  </div>
)

/** One page for every link that opens nothing: it reveals to no one which links were real. */
export const NoSuchLink = () => (
  <OwnerFrame name="Your farrier">
    <div className="grid justify-items-center gap-2 px-2 py-14 text-center">
      <Link2Off size={40} strokeWidth={1.5} aria-hidden className="text-ink-2" />
      <h1>This link doesn’t work</h1>
      <p className="max-w-96 text-ink-2">
        Part of it may be missing, or it may have expired. If you need anything, ring or text your farrier.
      </p>
    </div>
  </OwnerFrame>
)
