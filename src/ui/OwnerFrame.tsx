import { Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { LogoMark } from '#ui/icons.tsx'

/** Around what an owner reads by a link: whose it is from, and how to reach them otherwise. */
export const OwnerFrame = ({ name, detail, children }: { name: string; detail?: string | null; children: ReactNode }) => (
  <div>
    <header className="flex min-h-14 items-center gap-2.5 bg-forge px-4 py-2 text-on-forge">
      <LogoMark size={26} />
      <p className="min-w-0 leading-tight">
        <b className="block text-18">{name}</b>
        {detail && <span className="block text-14 text-on-forge-2">{detail}</span>}
      </p>
    </header>
    <main className="mx-auto grid max-w-[560px] gap-4 px-4 pt-5 pb-12 sm:pt-8">{children}</main>
  </div>
)

/** One page for every link that opens nothing: it reveals to no one which links were real. */
export const NoSuchLink = () => (
  <OwnerFrame name="Your farrier">
    <div className="grid justify-items-center gap-2 px-2 py-14 text-center">
      <Link2Off size={40} strokeWidth={1.5} aria-hidden className="text-ink-2" />
      <h1>This link opens nothing</h1>
      <p className="max-w-96 text-ink-2">
        It may have been copied without its end, or what it was about is over. If you have something to say, ring or text your farrier.
      </p>
    </div>
  </OwnerFrame>
)
