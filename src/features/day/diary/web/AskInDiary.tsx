import { AskPanel } from '#features/core/practice/web/AskPanel.tsx'
import { useToAsk } from '#features/core/practice/web/use-to-ask.ts'
import { bankHolidayOn, type Nation } from '#lib/bank-holidays.ts'
import type { Day } from '#lib/dates.ts'

/** What the diary needs to know, one question at a time: the working days, and where the days shown have a bank holiday, the nation. */
export function AskInDiary({ days }: { days: readonly Day[] }) {
  const wantsDays = useToAsk('workingDays')
  const wantsNation = useToAsk('nation')
  if (wantsDays) return <AskPanel what="workingDays" />
  return wantsNation && days.some(isHolidaySomewhere) ? <AskPanel what="nation" /> : null
}

const NATIONS: readonly Nation[] = ['england', 'scotland', 'northern-ireland']
const isHolidaySomewhere = (day: Day) => NATIONS.some((nation) => bankHolidayOn(day, nation) !== undefined)
