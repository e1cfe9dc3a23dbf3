import { CalendarClock, Clock, Flag, GraduationCap, type LucideIcon, Thermometer, TreePalm, UserRound } from 'lucide-react'
import { type Away, busyLines, type DayMarks } from '#features/day/diary/day-marks.ts'
import type { TimeOff } from '#features/visits/appointments/contract.ts'
import { cx } from '#ui/cx.ts'

export type OpenTimeOff = (timeOffId: string) => void

const KIND_ICON: Record<TimeOff['kind'], LucideIcon> = { holiday: TreePalm, course: GraduationCap, personal: UserRound, ill: Thermometer }
const BAND = 'flex min-h-7 w-full items-start gap-1.5 rounded-md px-2 py-1 text-left text-14 md:text-13/5'

type Props = {
  marks: DayMarks | undefined /** Absent for members who may not change it. */
  onOpenTimeOff: OpenTimeOff | undefined
  className?: string
}

/** What makes a day different, one band each: a bank holiday, a clock change, members who are away or busy. Nothing on an ordinary day. */
export const DayBands = ({ marks, onOpenTimeOff, className }: Props) =>
  marks && (
    <div className={cx('grid gap-1', className)}>
      {marks.holiday && <Band icon={Flag}>{marks.holiday}</Band>}
      {marks.clocks && <Band icon={Clock}>{marks.clocks}</Band>}
      {marks.away.map((away) => (
        <AwayBand key={away.timeOff.id} away={away} onOpen={onOpenTimeOff} />
      ))}
      {busyLines(marks.busy).map((words) => (
        <Band key={words} icon={CalendarClock}>
          {words}
        </Band>
      ))}
    </div>
  )

const Band = ({ icon: Icon, children }: { icon: LucideIcon; children: string }) => (
  <p className={cx(BAND, 'border border-line text-ink-2')}>
    <Icon size={15} aria-hidden className="mt-[3px] shrink-0" />
    <span className="min-w-0">{children}</span>
  </p>
)

const AwayBand = ({ away, onOpen }: { away: Away; onOpen: OpenTimeOff | undefined }) => {
  const Icon = KIND_ICON[away.timeOff.kind]
  if (!onOpen) return <Band icon={Icon}>{awayWords(away)}</Band>
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={() => onOpen(away.timeOff.id)}
      className={cx(
        BAND,
        'border border-line-2 bg-neutral-tint font-medium text-neutral-ink hover:border-control max-md:min-h-12 max-md:items-center',
      )}
    >
      <Icon size={15} aria-hidden className="mt-[3px] shrink-0" />
      <span className="min-w-0 break-words">{awayWords(away)}</span>
    </button>
  )
}

/** `Holiday, GP`, `Dentist 09:00 to 11:00`. */
export const awayWords = ({ title, hours, who }: Away): string => [[title, hours].filter(Boolean).join(' '), who].filter(Boolean).join(', ')
