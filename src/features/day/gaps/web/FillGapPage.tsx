import { CalendarSearch } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { MemberPicker } from '#features/core/practice/web/MemberPicker.tsx'
import { CandidatesPanel } from '#features/day/gaps/web/CandidatesPanel.tsx'
import { GapOffersPanel } from '#features/day/gaps/web/GapOffersPanel.tsx'
import { type Gap, useGapOf } from '#features/day/gaps/web/use-gap.ts'
import { minutesOf, shortDay } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { DateInput, TimeInput } from '#ui/DateInput.tsx'
import { EmptyState, ForbiddenState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Who could have a slot that came free, and offering it to some of them (/gap?visit=… or ?day=…&member=…). The list works offline. */
export function FillGapPage() {
  const [search] = useSearchParams()
  const gapParams = { visitId: search.get('visit'), day: dayIn(search.get('day')), memberId: search.get('member') }
  const gap = useGapOf(gapParams)
  const role = useSession<CurrentUser>().user?.role
  const isForbidden = role !== undefined && !(may(role, 'planDiary') && may(role, 'sendTexts'))
  return (
    <Page>
      <PageHeader title="Fill the gap" subtitle="Horses due nearby around that time. The first owner to say yes gets it." />
      <div className="grid max-w-[820px] gap-3.5">
        {isForbidden ? (
          <ForbiddenState title="You can't book visits">Ask the practice's owner.</ForbiddenState>
        ) : gap === undefined ? (
          <SkeletonRows label="Loading the day..." rows={5} />
        ) : gap === null ? (
          <EmptyState
            icon={CalendarSearch}
            title="That visit isn't on this device"
            action={<LinkButton href="/calendar">Open the calendar</LinkButton>}
          />
        ) : (
          <Filling key={`${gap.cancelled?.id ?? ''} ${gapParams.day ?? ''}`} gap={gap} />
        )}
      </div>
    </Page>
  )
}

const dayIn = (text: string | null) => (text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null)

/** The slot as it was found, which the user can correct, and who could have it. */
function Filling({ gap }: { gap: Gap }) {
  const today = useToday()
  const [day, setDay] = useState(gap.day)
  const [start, setStart] = useState(gap.start)
  const [end, setEnd] = useState(gap.end)
  const [memberId, setMember] = useState(gap.memberId)
  const slot = useMemo(() => ({ day, start, end }), [day, start, end])
  const fault = day < today ? 'That day is past.' : minutesOf(end) <= minutesOf(start) ? 'The end must be after the start.' : null
  return (
    <>
      <GapOffersPanel day={day} memberId={memberId} />
      <Card padded>
        {gap.cancelled && (
          <p className="pb-3 text-ink-2">{`Free because ${gap.cancelled.title || 'a visit'} is off on ${shortDay(gap.day)}.`}</p>
        )}
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[2fr_1fr_1fr]">
          <Field label="Day" className="col-span-2 sm:col-span-1">
            <DateInput value={day} min={today} onChange={(event) => event.target.value && setDay(event.target.value)} />
          </Field>
          <Field label="From">
            <TimeInput defaultValue={start} onChange={(event) => event.target.value && setStart(event.target.value)} />
          </Field>
          <Field label="To">
            <TimeInput defaultValue={end} onChange={(event) => event.target.value && setEnd(event.target.value)} />
          </Field>
          <MemberPicker label="Whose day" value={memberId} onChange={setMember} className="col-span-2 sm:col-span-3" />
        </div>
      </Card>
      {fault ? <Note tone="due">{fault}</Note> : <CandidatesPanel slot={slot} memberId={memberId} cancelled={gap.cancelled} />}
    </>
  )
}
