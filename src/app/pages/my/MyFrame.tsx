import type { ReactNode } from 'react'
import { MyMore } from '#app/pages/my/MyMore.tsx'
import { MyUnsent } from '#app/pages/my/MyUnsent.tsx'
import { OwnerHead } from '#ui/OwnerHead.tsx'

type Props = {
  title: string
  /** Where the page is below: the way back. */
  back?: { href: string; label: string }
  /** Which of the four places of the portal it belongs to; none while no one is signed in. */
  place?: Place
  children: ReactNode
}

/** Around every page of the portal. */
export const MyFrame = ({ title, back, place, children }: Props) => (
  <div>
    <OwnerHead name="My horses" />
    <MyUnsent />
    {place && <Places at={place} />}
    {/* On paper a block: a grid that is longer than what is left of a sheet moves to the next as a whole. */}
    <main className="mx-auto grid max-w-[560px] gap-4 px-4 pt-5 pb-12 sm:pt-8 print:block print:max-w-none print:space-y-4 print:pt-2 print:pb-0">
      {back && (
        <a href={back.href} data-screen-only className="w-fit py-2 text-16 [overflow-wrap:anywhere]">
          {back.label}
        </a>
      )}
      <h1 className="text-30 tracking-[-0.025em]">{title}</h1>
      {children}
    </main>
    {place && <MyMore />}
  </div>
)

const PLACES = {
  home: ['/my', 'Home'],
  visits: ['/my/visits', 'Visits'],
  messages: ['/my/messages', 'Messages'],
  money: ['/my/money', 'Money'],
} as const
type Place = keyof typeof PLACES

const Places = ({ at }: { at: Place }) => (
  <nav aria-label="My horses" data-screen-only className="flex justify-center border-b border-line bg-surface">
    {Object.entries(PLACES).map(([name, [href, label]]) => (
      <a
        key={name}
        href={href}
        aria-current={name === at ? 'page' : undefined}
        className="grid min-h-12 flex-1 max-w-40 place-items-center border-b-2 border-transparent px-2 text-16 text-ink no-underline aria-[current=page]:border-ink aria-[current=page]:font-bold"
      >
        {label}
      </a>
    ))}
  </nav>
)
