import { cx } from '#ui/cx.ts'

type Props = { value: number; label: string; tone?: 'ok' | 'now'; valueText?: string; className?: string }

/** How far something is, 0 to 100 per cent. Write the figure next to it too. */
export function Meter({ value, label, tone = 'ok', valueText, className }: Props) {
  const percent = Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={valueText}
      className={cx('h-2.5 overflow-hidden rounded-full bg-sunken shadow-[inset_0_0_0_1px_var(--line-2)]', className)}
    >
      <span className={cx('block h-full rounded-l-full', tone === 'now' ? 'bg-ember' : 'bg-ok')} style={{ width: `${percent}%` }} />
    </div>
  )
}
