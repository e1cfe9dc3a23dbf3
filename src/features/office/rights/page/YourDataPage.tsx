import { FileDown, Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PackPage, packFilePath, packWords, untilWords } from '#features/office/rights/pack-page.ts'
import { buttonClass } from '#ui/button-style.ts'
import { LogoMark } from '#ui/icons.tsx'

/** The page where a person downloads their pack. It needs no script, and names no one. */
export const YourDataPage = ({ page, token }: { page: PackPage; token: string }) => (
  <Frame name={page.practiceName}>
    <h1>Your data</h1>
    <p>{packWords(page)}</p>
    <a href={packFilePath(token)} rel="nofollow" className={buttonClass({ variant: 'primary', size: 'lg' })}>
      <FileDown size={20} aria-hidden className="shrink-0" />
      Save the file
    </a>
    <p>
      It’s a ZIP: a summary to read (PDF), tables for a spreadsheet (CSV), the same for other programs (JSON), and your photos, files and
      messages. On a phone, save it and open it with Files.
    </p>
    <p className="text-14 text-ink-2">{untilWords(page)}</p>
  </Frame>
)

/** The same page for every invalid link: it does not reveal which were real. */
export const NoPack = () => (
  <Frame name="Your data">
    <div className="grid justify-items-center gap-2 px-2 py-14 text-center">
      <Link2Off size={40} strokeWidth={1.5} aria-hidden className="text-ink-2" />
      <h1>This link doesn’t work</h1>
      <p className="max-w-96 text-ink-2">Part of it may be missing, or it may have expired. Ask your farrier for a new one.</p>
    </div>
  </Frame>
)

const Frame = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <header className="flex min-h-14 items-center gap-2.5 bg-forge px-4 py-2 text-on-forge">
      <LogoMark size={26} />
      <b className="min-w-0 text-18 leading-tight">{name}</b>
    </header>
    <main className="mx-auto grid max-w-[560px] justify-items-start gap-4 px-4 pt-6 pb-10 sm:pt-10">{children}</main>
  </>
)
