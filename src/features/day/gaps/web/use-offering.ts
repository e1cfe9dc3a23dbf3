import { useState } from 'react'
import type { NoticeOutcome } from '#features/core/notices/contract.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type Candidate, type DueHorse, endOf, type Slot } from '#features/day/gaps/rules.ts'
import { offerSlot } from '#features/day/gaps/web/data.ts'
import { currentMs } from '#lib/clock.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { toast } from '#ui/toast-store.ts'

type OfferParams = { slot: Slot; memberId: string; offers: readonly { candidate: Candidate; horses: readonly DueHorse[] }[] }

/** Offers a slot and shows what truly happened; true when it went out. */
export function useOffering() {
  const user = useSession<CurrentUser>().user
  const [isSending, setSending] = useState(false)
  const offer = async ({ slot, memberId, offers }: OfferParams): Promise<boolean> => {
    setSending(true)
    try {
      const { outcomes } = await offerSlot({
        memberId,
        onDay: slot.day,
        offers: offers.map(({ candidate, horses }) => ({
          clientId: candidate.client.id,
          yardId: candidate.yardId,
          horses: horses.map(({ id, work }) => ({ horseId: id, plannedWork: work })),
          startTime: slot.start,
          endTime: endOf(slot, horses),
        })),
      })
      const words = [`${leavesWords(outcomes, user?.practice.zone ?? 'Europe/London')} The first yes books it.`]
      if (user?.isTestVersion) words.push('Test version: the texts go to the Outbox only.')
      toast({ title: `Offered to ${outcomes.length}`, description: words.join(' ') })
      return true
    } catch (error) {
      toast({ variant: 'destructive', title: 'Nobody was asked', description: sentenceOf(error) })
      return false
    } finally {
      setSending(false)
    }
  }
  return { offer, isSending }
}

/** An offer waits for the end of the quiet hours. */
function leavesWords(outcomes: readonly NoticeOutcome[], zone: string): string {
  const last = outcomes
    .flatMap(({ goesAt }) => goesAt ?? [])
    .toSorted()
    .at(-1)
  return last && Date.parse(last) > currentMs() + 60_000
    ? `The texts go ${shortDay(dayOf(last, zone))} at ${timeOf(last, zone)}, after your quiet hours.`
    : 'The texts are on their way.'
}
