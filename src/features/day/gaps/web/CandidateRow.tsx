import { type Candidate, type DueHorse, fitting, type Slot } from '#features/day/gaps/rules.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { daysBetween, minutesOf } from '#lib/dates.ts'
import { milesOf } from '#lib/distance.ts'
import { Badge } from '#ui/Badge.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'

type Props = {
  candidate: Candidate
  slot: Slot
  isChosen: boolean
  /** Five are chosen already. */
  isClosed: boolean
  onChoose: (isChosen: boolean) => void
}

/** One owner with their due horses, how far they are and how long it takes. */
export function CandidateRow({ candidate, slot, isChosen, isClosed, onChoose }: Props) {
  const { labelOf } = useKinds()
  const horses = fitting(candidate.horses, slot)
  const minutes = horses.reduce((sum, horse) => sum + horse.minutes, 0)
  const room = minutesOf(slot.end) - minutesOf(slot.start)
  const over = Math.max(...candidate.horses.map(({ dueOn }) => daysBetween(dueOn, slot.day)))
  const left = candidate.horses.length - horses.length
  return (
    <li className="px-4 py-2">
      <Checkbox
        checked={isChosen}
        disabled={isClosed}
        onChange={(event) => onChoose(event.target.checked)}
        label={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <b>{candidate.client.name}</b>
            <DueBadge over={over} />
          </span>
        }
        help={
          <>
            <span className="block">{horses.map((horse) => horseWords(horse, labelOf)).join('; ')}</span>
            <span className="block">
              {[
                candidate.yardName,
                candidate.km === null
                  ? 'distance unknown'
                  : `about ${Math.max(1, Math.round(milesOf(candidate.km)))} miles${candidate.isByRoad ? ' by road' : ''}`,
                `${minutes} min`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            {minutes > room && <span className="block font-medium text-due-ink">{`${minutes - room} min too long`}</span>}
            {left > 0 && <span className="block">{`${left} more of theirs won't fit`}</span>}
          </>
        }
      />
    </li>
  )
}

const horseWords = ({ name, work }: DueHorse, labelOf: (work: string) => string) =>
  [name, work && labelOf(work).toLowerCase()].filter(Boolean).join(', ')

const DueBadge = ({ over }: { over: number }) =>
  over > 0 ? (
    <Badge tone="late">{over === 1 ? '1 day over' : `${over} days over`}</Badge>
  ) : (
    <Badge tone="due">{over === 0 ? 'Due that day' : `Due ${-over} days after`}</Badge>
  )
