import type { ReactNode } from 'react'

type Props = { title: ReactNode; subtitle?: ReactNode; back?: ReactNode; actions?: ReactNode }

/** The head of a screen: its one h1, a quiet line under it, and the screen's actions at the right. */
export const PageHeader = ({ title, subtitle, back, actions }: Props) => (
  <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
    <div className="flex min-w-0 items-start gap-1">
      {back}
      <div className="min-w-0">
        <h1 className="text-24 md:text-30 md:tracking-[-0.02em]">{title}</h1>
        {subtitle && <p className="text-ink-2">{subtitle}</p>}
      </div>
    </div>
    {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
  </header>
)

/** The space around a screen: 12 px gutter on a phone, 24 on a desktop, at most 1440 wide. */
export const Page = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-[1440px] content-start gap-3.5 px-3 py-4 md:px-6 md:py-[18px]">{children}</div>
)
