import { cx } from '#ui/cx.ts'

type Props = {
  /** 0 to 100 each. */
  peaks: readonly number[]
  /** How much of it has been played, 0 to 1. */
  played?: number
  /** It is being recorded right now. */
  isLive?: boolean
  className?: string
}

/** The loudness of a recording as bars. It is only visual: show the length next to it. */
export const Waveform = ({ peaks, played = 0, isLive = false, className }: Props) => (
  <span aria-hidden className={cx('flex h-10 items-center gap-px', className)}>
    {peaks.map((peak, at) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
        key={at}
        className={cx('min-w-px flex-1 rounded-full', isLive ? 'bg-flag' : at < played * peaks.length ? 'bg-ink' : 'bg-control')}
        style={{ height: `${Math.max(6, peak)}%` }}
      />
    ))}
  </span>
)
