import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Note } from '#ui/Note.tsx'

type RowProps = {
  title: string
  details: (string | null)[]
  warnings: string[]
  badge: ReactNode
  /** Will not be brought in. */
  isOut: boolean
  children: ReactNode
}

/** One entry of a file: what it says, what is doubtful about it, and the choice at the right. Off-screen rows cost nothing. */
export const PreviewRow = ({ title, details, warnings, badge, isOut, children }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 [content-visibility:auto] [contain-intrinsic-size:auto_72px]">
    <div className="min-w-48 flex-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className={cx('font-bold [overflow-wrap:anywhere]', isOut && 'text-ink-2 line-through')}>{title}</span>
        {badge}
      </p>
      <p className="text-14 text-ink-2 [overflow-wrap:anywhere]">{details.filter(Boolean).join(' · ')}</p>
      {warnings.map((warning) => (
        <p key={warning} className="text-14 text-due-ink">
          {warning}
        </p>
      ))}
    </div>
    <div className="w-full sm:w-56">{children}</div>
  </li>
)

/** What of the file could not be read, in sentences; the first few of many. */
export function Unreadable({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null
  const MOST = 10
  return (
    <div className="p-4">
      <Note tone="due">
        <ul>
          {sentences.slice(0, MOST).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {sentences.length > MOST && <li>And {sentences.length - MOST} more.</li>}
        </ul>
      </Note>
    </div>
  )
}

type FooterProps = {
  label: string
  isDisabled: boolean
  isBusy: boolean
  error: string | null
  onCancel: () => void
  onConfirm: () => void
}

/** Stays in reach below a long list: the one step, and the way back. */
export const PreviewFooter = ({ label, isDisabled, isBusy, error, onCancel, onConfirm }: FooterProps) => (
  <div className="sticky bottom-[var(--bar-bottom)] rounded-b-lg border-t border-line bg-surface p-4 md:bottom-0">
    {error && (
      <Note tone="late" live className="mb-3">
        {error} Nothing was changed; your choices are kept.
      </Note>
    )}
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>Another file</Button>
      <Button variant="primary" busy={isBusy} busyLabel="Bringing in…" disabled={isDisabled} onClick={onConfirm}>
        {label}
      </Button>
    </div>
  </div>
)
