import { countWords, type Diary } from '#features/day/diary/web/use-diary.ts'
import { type Day, shortWeekday } from '#lib/dates.ts'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'

/** Spec §2 Calendar: Upcoming This Week, live: the days of this week still to come, and their visits. */
export function UpcomingCard({ diary, today, onSelectDay }: { diary: Diary | undefined; today: Day; onSelectDay: (day: Day) => void }) {
  const days = [...(diary?.values() ?? [])].filter(({ day, stops }) => day > today && stops > 0)
  return (
    <Card title="Upcoming This Week">
      {diary && days.length === 0 && <p className="px-4 py-3 text-ink-2">Nothing more this week</p>}
      {days.length > 0 && (
        <List label="Upcoming This Week">
          {days.map((day) => (
            <ListRow
              key={day.day}
              lead={<span className="w-9 font-medium text-ink-2">{shortWeekday(day.day)}</span>}
              title={countWords(day)}
              detail={pencilled(day.shown.filter(({ visit }) => visit.status === 'pencilled').length)}
              onClick={() => onSelectDay(day.day)}
            />
          ))}
        </List>
      )}
    </Card>
  )
}

const pencilled = (count: number) => (count > 0 ? `${count} not confirmed` : undefined)
