import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { cx } from '#ui/cx.ts'

/** Rows with hairlines between, for a card. `ordered` when the order means something (a round). */
export function List({ children, ordered = false, label }: { children: ReactNode; ordered?: boolean; label?: string }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag {...(label && { 'aria-label': label })} className="divide-y divide-line">
      {children}
    </Tag>
  )
}

type RowProps = {
  lead?: ReactNode
  title: ReactNode
  detail?: ReactNode
  aside?: ReactNode
  href?: string
  onClick?: () => void
  selected?: boolean
}

/** One row: a mark, a bold line, a quiet line under it, something at the right. A link or a button when it leads somewhere. */
export function ListRow({ lead, title, detail, aside, href, onClick, selected = false }: RowProps) {
  const look = cx('flex w-full items-center gap-3 px-4 py-3 text-left', selected && 'bg-sunken shadow-[inset_3px_0_0_var(--ember)]')
  const body = (
    <>
      {lead}
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{title}</span>
        {detail && <span className="block text-14 text-ink-2">{detail}</span>}
      </span>
      {aside}
    </>
  )
  if (href)
    return (
      <li>
        <Link href={href} className={cx(look, 'no-underline hover:bg-sunken')} {...(selected && { 'aria-current': 'true' })}>
          {body}
        </Link>
      </li>
    )
  if (onClick)
    return (
      <li>
        <button type="button" onClick={onClick} className={cx(look, 'hover:bg-sunken')} {...(selected && { 'aria-current': 'true' })}>
          {body}
        </button>
      </li>
    )
  return <li className={look}>{body}</li>
}
