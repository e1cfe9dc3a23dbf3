import { cx } from '#ui/cx.ts'

type Bar = { label: string; value: number; words: string }

/** Horizontal bars, the first emphasised; each with its figure next to it. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul className="grid grid-cols-[minmax(0,7.25rem)_minmax(0,1fr)_auto] gap-2.5 pb-2">
      {bars.map(({ label, value, words }, at) => (
        <li key={label} className="col-span-3 grid grid-cols-subgrid items-center">
          <span className="line-clamp-2 leading-tight [overflow-wrap:anywhere]">{label}</span>
          <span className="block h-4 overflow-hidden rounded-[4px] bg-sunken">
            <span
              className={cx('block h-full rounded-[4px]', at === 0 ? 'bg-ember' : 'bg-bar')}
              style={{ width: `${(Math.max(0, value) / most) * 100}%` }}
            />
          </span>
          <b className="text-right tabular-nums">{words}</b>
        </li>
      ))}
    </ul>
  )
}

type Slice = { value: number; tone: 'early' | 'ok' | 'due' | 'bad' }

/* Hatched, so that it can be distinguished without its colour. */
const HATCH = 'repeating-linear-gradient(45deg, var(--flag) 0 4px, var(--surface) 4px 6px)'

/** One bar of parts; bad parts are hatched. */
export function Slices({ slices }: { slices: readonly Slice[] }) {
  const all = slices.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className="flex h-6 gap-0.5">
      {slices
        .filter(({ value }) => value > 0)
        .map(({ value, tone }) => (
          <span
            key={tone}
            className={cx('rounded-[5px]', tone === 'early' && 'bg-bar', tone === 'ok' && 'bg-ok', tone === 'due' && 'bg-due')}
            style={{ width: `${(value / all) * 100}%`, minWidth: 6, ...(tone === 'bad' && { background: HATCH }) }}
          />
        ))}
    </div>
  )
}
