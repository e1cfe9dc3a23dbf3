import type { ReactNode } from 'react'
import { MyMore } from '#app/pages/my/MyMore.tsx'
import { OwnerHead } from '#ui/OwnerHead.tsx'

type Props = { title: string; back?: { href: string; label: string }; children: ReactNode }

/** Around every page for a vet or a para-professional who looks after horses. */
export const CareFrame = ({ title, back, children }: Props) => (
  <div>
    <OwnerHead name="Horses you look after" />
    <main className="mx-auto grid max-w-[560px] gap-4 px-4 pt-5 pb-12 [overflow-wrap:anywhere] sm:pt-8 print:max-w-none print:pt-2">
      {back && (
        <a href={back.href} data-screen-only className="w-fit py-2 text-16">
          {back.label}
        </a>
      )}
      <h1 className="text-30 tracking-[-0.025em]">{title}</h1>
      {children}
    </main>
    <MyMore />
  </div>
)

/** The way back to all of them. */
export const TO_ALL = { href: '/my/care', label: '‹ Horses you look after' }
