import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { LogoMark } from '#ui/icons.tsx'

/** The frame of the screens before sign-in: the mark, a heading, one card's width. */
export const SignInFrame = ({ title, subtitle, children }: { title: string; subtitle?: string; children: ReactNode }) => (
  <div className="min-h-dvh">
    <header className="flex h-16 items-center bg-forge px-4 text-on-forge md:px-12">
      <Link href="/landing" className="flex min-h-12 items-center gap-2.5 text-20 font-bold tracking-[-0.02em] no-underline">
        <LogoMark size={30} />
        Pritchel
      </Link>
    </header>
    <main className="mx-auto grid w-full max-w-[440px] content-start gap-4 px-3 py-8 sm:py-12">
      <div>
        <h1 className="text-30 tracking-[-0.02em]">{title}</h1>
        {subtitle && <p className="mt-1 text-ink-2">{subtitle}</p>}
      </div>
      {children}
    </main>
  </div>
)
