import { Check, Navigation, Phone, Send } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { finish } from '#features/day/closeout/web/data.ts'
import { mapHref, type RoundDay, type RoundStop } from '#features/day/round/round-day.ts'
import { setOff } from '#features/day/round/web/data.ts'
import { callOf, hasSetOff, nextNoticeWords, setOffWords } from '#features/day/round/web/recipients.ts'
import type { OpenDialog } from '#features/day/round/web/round-dialog.ts'
import { noteSetOff, useSetOff } from '#features/day/round/web/set-off.ts'
import type { SmsPreferences } from '#features/records/clients/contract.ts'
import { useCircumstances } from '#features/visits/appointments/web/use-notify-plan.ts'
import { timeOf } from '#lib/dates.ts'
import { callLink, outside } from '#platform/web/device/outside.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Dock } from '#ui/Dock.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { useIsPhone } from '#ui/use-width.ts'
import { withToast } from '#ui/with-toast.ts'

type Props = { round: RoundDay; stop: RoundStop; openDialog: OpenDialog }

/** On my way, then Done; beside it Navigate and Call. Docked on a phone, else above the horses, so that it never needs scrolling to. */
export function StopActions(props: Props) {
  const setOffAt = useSetOff(props.stop.visit.id)
  const isPhone = useIsPhone()
  const main = setOffAt ? <DoneButton {...props} isMain /> : <SetOffButton stop={props.stop} />
  const since = setOffAt && (
    <p role="status" className="text-14 text-ink-2 max-md:text-center">
      {`On your way since ${timeOf(setOffAt, props.stop.visit.zone)}`}
    </p>
  )
  if (isPhone)
    return (
      <>
        {since}
        <Dock label="Next step">
          {main}
          <div className="grid auto-cols-fr grid-flow-col gap-2 empty:hidden">
            <Others {...props} hasDone={!setOffAt} />
          </div>
        </Dock>
      </>
    )
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-stretch gap-2 [&>*:first-child]:min-w-72">
        {main}
        <Others {...props} hasDone={!setOffAt} />
      </div>
      {since}
    </div>
  )
}

function Others({ hasDone, ...props }: Props & { hasDone: boolean }) {
  const { stop } = props
  const size = useIsPhone() ? 'dock' : 'md'
  const call = callOf(stop)
  const map = mapHref(stop)
  return (
    <>
      {map && (
        <LinkButton {...outside(map)} icon={Navigation} size={size}>
          Navigate
        </LinkButton>
      )}
      {call && (
        <LinkButton {...callLink(call.number)} icon={Phone} size={size} aria-label={`Call ${call.name}`}>
          Call
        </LinkButton>
      )}
      {hasDone && <DoneButton {...props} />}
    </>
  )
}

function SetOffButton({ stop }: { stop: RoundStop }) {
  const reachable = useReachable()
  const user = useSession<CurrentUser>().user
  const go = () =>
    withToast('On my way', hasSetOff(stop, { isOnline: reachable, isTestVersion: user?.isTestVersion ?? false }), async () => {
      const isRecorded = await setOff(stop)
      if (isRecorded) noteSetOff(stop.visit.id)
      return isRecorded
    })
  return (
    <Button variant="primary" size="lg" className="max-md:w-full" icon={Send} onClick={() => go()}>
      <Two first="On my way" second={setOffWords(stop)} />
    </Button>
  )
}

/** Opens the horses of the stop to be written down; a stop without horses is finished at once. */
function DoneButton({ round, stop, openDialog, isMain = false }: Props & { isMain?: boolean }) {
  const preferences = useRows<SmsPreferences>('sms_preferences') ?? []
  const circumstances = useCircumstances()
  const size = useIsPhone() ? 'dock' : 'md'
  const open = stop.horses.filter(({ line }) => line.outcome === null)
  const doneText = ['The stop is finished.', nextNoticeWords(round, stop, preferences, circumstances)].filter(Boolean).join(' ')
  const done = (event: MouseEvent) => {
    // The button takes the place of the one before: the second press of a double one was not meant for it.
    if (event.detail > 1) return
    if (open.length > 0) openDialog({ what: 'closeout', stop })
    else void withToast(`${stop.name} done`, doneText, () => finish(stop, []))
  }
  if (!isMain)
    return (
      <Button icon={Check} size={size} onClick={done}>
        Done
      </Button>
    )
  const second = open.length === 0 ? 'Finishes the stop' : `Write down ${open.length === 1 ? open[0]?.name : `${open.length} horses`}`
  return (
    <Button variant="primary" size="lg" className="max-md:w-full" icon={Check} onClick={done}>
      <Two first="Done" second={second} />
    </Button>
  )
}

const Two = ({ first, second }: { first: string; second: string }) => (
  <span className="grid min-w-0 text-left leading-tight">
    <span>{first}</span>
    <span className="text-14 font-medium">{second}</span>
  </span>
)
