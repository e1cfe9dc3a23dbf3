import { type Diary, emptyDay, type Shown } from '#features/day/diary/web/use-diary.ts'
import { addDays, type Day, shortDay } from '#lib/dates.ts'
import { cx } from '#ui/cx.ts'

type Props = { monday: Day; diary: Diary; ringedId: string }

/** A week with its visits, one of them ringed: days in rows on a phone, in columns above. A weekend without visits is left out. */
export function WeekStrip({ monday, diary, ringedId }: Props) {
  const week = [0, 1, 2, 3, 4, 5, 6].map((count) => diary.get(addDays(monday, count)) ?? emptyDay(addDays(monday, count)))
  const days = week.filter(({ shown }, at) => at < 5 || shown.length > 0)
  return (
    <ol className="divide-line max-md:divide-y md:flex md:divide-x">
      {days.map(({ day, shown }) => (
        <li key={day} className="flex min-w-0 flex-1 items-start gap-3 px-3 py-2 md:grid md:min-h-32 md:content-start md:gap-2 md:p-2">
          <span className="w-20 shrink-0 py-2 text-14 font-medium text-ink-2 md:py-0">{shortDay(day)}</span>
          <span className="grid min-w-0 flex-1 gap-2">
            {shown.map((one) => (
              <Visit key={one.visit.id} shown={one} isRinged={one.visit.id === ringedId} />
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

const Visit = ({ shown: { visit, title }, isRinged }: { shown: Shown; isRinged: boolean }) => (
  <span
    {...(isRinged && { 'aria-current': 'true' })}
    className={cx('block rounded-md border-l-4 border-a1 bg-a1t px-2.5 py-1.5', isRinged && 'shadow-[0_0_0_3px_var(--ember)]')}
  >
    <span className="block text-14 font-medium tabular-nums">{visit.isCallOnly ? 'Stop' : visit.localStart}</span>
    <span className="block font-bold break-words">{title}</span>
  </span>
)
