import type { ReactNode } from 'react'
import { telHref, textHref } from '#lib/phone-links.ts'
import { LogoMark } from '#ui/icons.tsx'
import { initialsOf } from '#ui/initials.ts'

type HeadProps = {
  name: string
  detail?: ReactNode
  /** The practice's number, where it has given one. */
  phone?: string | null
  /** Where the farrier's picture is; null: the practice has none, and its initials are shown. Absent where no practice is known. */
  picture?: string | null
}

/** Whose page it is, and how to reach them: at the top of everything an owner opens by a link. */
export const OwnerHead = ({ name, detail, phone, picture }: HeadProps) => (
  <header className="flex min-h-14 items-center gap-2.5 bg-forge px-4 py-1 text-on-forge print:bg-transparent print:text-ink">
    {picture === undefined ? <LogoMark size={26} /> : <Face name={name} picture={picture} />}
    <div className="min-w-0 flex-1 leading-tight [overflow-wrap:anywhere]">
      <b className="block text-18">{name}</b>
      {detail && <div className="text-14 text-on-forge-2 print:text-ink-2">{detail}</div>}
    </div>
    {phone && (
      <nav aria-label={`Reach ${name}`} data-screen-only className="flex shrink-0 gap-1">
        <Reach href={telHref(phone)} shape={PHONE} word="Call" />
        <Reach href={textHref(phone)} shape={MESSAGE} word="Text" />
      </nav>
    )}
  </header>
)

/** The farrier, or the practice's initials; the name is beside it. Of one size either way, so nothing moves when the picture comes. */
const Face = ({ name, picture }: { name: string; picture: string | null }) =>
  picture ? (
    <img src={picture} alt="" width={40} height={40} className="size-10 shrink-0 rounded-full object-cover" />
  ) : (
    <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full border-2 border-on-forge-2 text-14 font-bold">
      {initialsOf(name)}
    </span>
  )

/* Drawn here: the icon library would cost the queue page a tenth of what it may weigh. Shapes: Lucide (ISC). */
const PHONE =
  'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384'
const MESSAGE =
  'M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2zM7 11h10M7 15h6M7 7h8'

const Reach = ({ href, shape, word }: { href: string; shape: string; word: string }) => (
  <a href={href} className="grid size-12 content-center justify-items-center rounded-lg text-14 leading-tight text-on-forge no-underline">
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={shape} />
    </svg>
    {word}
  </a>
)
