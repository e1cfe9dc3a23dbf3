import { CalendarPlus, EllipsisVertical, MessageCircleQuestion, Play, UserRoundSearch } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { RequestStatus, Wait } from '#features/office/rights/contract.ts'
import { answered, type ClockState, mayExtend, waiting } from '#features/office/rights/rules.ts'
import { changeRequest } from '#features/office/rights/web/data.ts'
import { type ListedRequest, useNation } from '#features/office/rights/web/use-requests.ts'
import { clockWords, daysLeft, whyThisDay } from '#features/office/rights/words.ts'
import { dayAndYear, dayOf, longDay } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { DropdownMenu, MenuItem } from '#ui/DropdownMenu.tsx'
import { withToast } from '#ui/with-toast.ts'

const LOOK: Record<'quiet' | 'near' | 'over', string> = {
  quiet: 'bg-sunken text-ink',
  near: 'bg-due-tint text-due-ink',
  over: 'bg-flag-tint text-flag-ink',
}

/** Shows the deadline and its reason; stops the clock, restarts it, and extends it. */
export function RequestClock({ request, onExtend }: { request: ListedRequest; onExtend: () => void }) {
  const today = useToday()
  const nation = useNation()
  const { clockState } = request
  const look = LOOK[clockState.kind === 'due' ? clockState.tone : 'quiet']
  if (clockState.kind === 'closed') return <Closed status={request.status} at={request.closedAt} />
  return (
    <section aria-label="The clock" className={cx('grid gap-1 rounded-lg px-4 py-3', look)}>
      <p className="text-18 font-bold">{headline(clockState)}</p>
      {clockState.kind === 'due' && (
        <p className="text-14">
          <strong>{daysLeft(clockState.days)}.</strong> {whyThisDay(request, nation, today)}
        </p>
      )}
      {clockState.kind === 'waiting' && <p className="text-14">{waitWords(clockState.wait)}</p>}
      {clockState.kind === 'undated' && (
        <p className="text-14">Acknowledged. There's no set date for the outcome, but start now and keep them informed.</p>
      )}
      {request.requestType !== 'complaint' && (
        <ClockActions request={request} wait={clockState.kind === 'waiting' ? clockState.wait : undefined} onExtend={onExtend} />
      )}
    </section>
  )
}

const headline = (clockState: ClockState): string =>
  clockState.kind === 'due'
    ? `${clockState.what === 'answer' ? 'Answer' : 'Acknowledge'} by ${longDay(clockState.by)}`
    : clockWords(clockState)

const waitWords = ({ why, fromOn }: Wait): string =>
  why === 'identity'
    ? `You asked who they are on ${dayAndYear(fromOn)}. The month starts the day they prove it.`
    : `You asked what they mean on ${dayAndYear(fromOn)}. The clock is stopped until they say.`

const goesOnWords = ({ why }: Wait): string => (why === 'identity' ? 'The month starts today.' : "The days you waited don't count.")

function Closed({ status, at }: { status: RequestStatus; at: string | null }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  return (
    <p className="rounded-lg bg-sunken px-4 py-3">
      {status === 'completed' ? 'Completed' : 'Rejected'}
      {at && ` on ${dayAndYear(dayOf(at, zone))}`}. That's final.
    </p>
  )
}

/** Actions on the clock. It may be stopped only while the practice really waits for the person. */
function ClockActions({ request, wait, onExtend }: { request: ListedRequest; wait: Wait | undefined; onExtend: () => void }) {
  const today = useToday()
  const nation = useNation()
  const set = (title: string, description: string, waits: Wait[]) =>
    withToast(title, description, async () => {
      const before = request.waits
      return (await changeRequest(request.id, { waits })) && (() => changeRequest(request.id, { waits: before }))
    })
  const stopClock = (why: Wait['why']) =>
    void set('Clock stopped', 'It goes on when you note their answer.', waiting(request.waits, why, today))
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {wait ? (
        <Button size="sm" icon={Play} onClick={() => set('Clock goes on', goesOnWords(wait), answered(request.waits, today))}>
          They've answered
        </Button>
      ) : (
        <DropdownMenu
          label="Change the clock"
          trigger={
            <Button size="sm" icon={EllipsisVertical}>
              Stop or extend
            </Button>
          }
        >
          <MenuItem icon={UserRoundSearch} onSelect={() => stopClock('identity')}>
            I've asked who they are
          </MenuItem>
          <MenuItem icon={MessageCircleQuestion} onSelect={() => stopClock('clarification')}>
            I've asked what they mean
          </MenuItem>
          {mayExtend(request, today, nation) && (
            <MenuItem icon={CalendarPlus} onSelect={onExtend}>
              Extend by two months
            </MenuItem>
          )}
        </DropdownMenu>
      )}
    </div>
  )
}
