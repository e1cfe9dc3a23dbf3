import { type Circumstances, listed, notifiedWords } from '#features/visits/appointments/notify-plan.ts'
import { isOwnEntry } from '#features/visits/appointments/rules.ts'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import { toastFailed, toastMoved } from '#features/visits/appointments/web/use-move.ts'
import { type NotifyPlanOf, useCircumstances, useNotifyPlan } from '#features/visits/appointments/web/use-notify-plan.ts'
import { targetOf, visitPlace } from '#features/visits/calendars/asking.ts'
import { cancelAsInCalendar, leaveDiary, moveAsInCalendar } from '#features/visits/calendars/web/data.ts'
import type { AskedChange } from '#features/visits/calendars/web/use-calendar-changes.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { withToast } from '#ui/with-toast.ts'

type Answer = { label: string; run: () => unknown }
/** `note`: who would be texted; empty: no one. */
type Answers = { answers: readonly Answer[]; note: string }

/**
 * What the user may answer with one press each, the one that leaves the diary as it is last; none while the device reads who would be texted.
 * `onEdit` opens the form of a new entry.
 */
export function useCalendarAnswers(asked: AskedChange, onEdit: (asked: AskedChange) => void): Answers {
  const planOf = useNotifyPlan(asked.visit.id)
  const circumstances = useCircumstances()
  const mayPlan = useMayPlan()
  if (!planOf) return { answers: [], note: '' }
  const leave = leaving(asked, circumstances)
  if (!mayPlan) return { answers: [leave], note: '' }
  const { answers, note } = {
    moved: () => moving(asked, planOf, circumstances),
    deleted: () => cancelling(asked, planOf, circumstances),
    new: () => ({ answers: [{ label: 'Make it a visit', run: () => onEdit(asked) }], note: '' }),
  }[asked.change.kind]()
  return { answers: [...answers, leave], note }
}

function moving({ change, visit }: AskedChange, planOf: NotifyPlanOf, circumstances: Circumstances): Answers {
  const there = targetOf(change, visit)
  // Owners are notified of when it begins, not of how long it takes.
  const names = there.startTime === visit.startTime ? [] : planOf(visit, there).names
  const move = async (texts: boolean) => {
    try {
      const undo = await moveAsInCalendar(change, visit, texts)
      if (!undo) return toastFailed('Appointment not found')
      await toastMoved({ before: visit, there, isTimed: !visit.isCallOnly, texts }, circumstances, undo)
    } catch (error) {
      toastFailed(sentenceOf(error))
    }
  }
  if (names.length === 0) return { answers: [{ label: 'Move', run: () => move(false) }], note: '' }
  const answers = [
    { label: 'Move and text', run: () => move(true) },
    { label: 'Move without texting', run: () => move(false) },
  ]
  return { answers, note: `A text would go to ${listed(names)}.` }
}

function cancelling({ change, visit }: AskedChange, planOf: NotifyPlanOf, circumstances: Circumstances): Answers {
  const isOwn = isOwnEntry(visit)
  const { names } = planOf(visit, visit)
  const notified = isOwn ? '' : notifiedWords('cancelled', names, [visit], circumstances)
  const cancel = () =>
    withToast(isOwn ? 'Entry cancelled' : 'Appointment cancelled', `It stays in the diary, crossed out. ${notified}`.trim(), () =>
      cancelAsInCalendar(change, visit, names.length > 0),
    )
  const note = names.length > 0 ? `Cancelling it texts ${listed(names)}.` : ''
  return { answers: [{ label: isOwn ? 'Cancel the entry' : 'Cancel the visit', run: cancel }], note }
}

function leaving({ change, visit }: AskedChange, { isOnline }: Circumstances): Answer {
  const leave = (title: string, description: string) => () => withToast(title, description, () => leaveDiary(change))
  if (change.kind === 'new') return { label: 'Keep as it is', run: leave('Kept', 'It stays in the diary as an entry of your own.') }
  const follows = isOnline ? 'in a few minutes' : "when you're back online"
  const run = leave('Put back', `It stays on ${visitPlace(visit)}. Your calendar shows it there again ${follows}.`)
  return { label: change.kind === 'moved' ? 'Put back' : 'Put it back', run }
}
