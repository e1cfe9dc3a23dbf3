import { Ban, Copy, Mic, Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { footLabel } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { changesIn, type Draft, draftOf, takenWords } from '#features/day/closeout/closing.ts'
import type { OpenStop } from '#features/day/closeout/web/data.ts'
import type { Closing } from '#features/day/closeout/web/use-closeout.ts'
import { useStopPrices } from '#features/day/closeout/web/use-stop-prices.ts'
import { WorkWords } from '#features/day/closeout/web/WorkWords.tsx'
import { PhotoPicker } from '#features/evidence/files/web/PhotoPicker.tsx'
import { useVoiceNotesOf } from '#features/evidence/voice/web/data.ts'
import { PricePicker } from '#features/ledger/invoices/web/PricePicker.tsx'
import { nextDueOn } from '#features/records/horses/rules.ts'
import { HorseFlagsBadge } from '#features/records/horses/web/HorseFlagsBadge.tsx'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { UsePlanPanel } from '#features/visits/care/web/UsePlanPanel.tsx'
import { NO_FEET, withFeet } from '#features/visits/work/feet.ts'
import { fromTemplate } from '#features/visits/work/templating.ts'
import { FeetPanel } from '#features/visits/work/web/FeetPanel.tsx'
import { TemplatePicker } from '#features/visits/work/web/TemplatePicker.tsx'
import type { KnownTemplate } from '#features/visits/work/web/use-templates.ts'
import { WorkSuggestionsPanel } from '#features/visits/work/web/WorkSuggestionsPanel.tsx'
import { type Day, daysBetween, shortDay } from '#lib/dates.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

const VoiceRecorderPanel = lazy(() =>
  import('#features/evidence/voice/web/VoiceRecorderPanel.tsx').then((module) => ({ default: module.VoiceRecorderPanel })),
)

type Props = { of: Closing; stop: OpenStop; onChange: (draft: Draft) => void; onNotDone: () => void }

/** One horse, as last time until something of it is changed: its work, price, feet, photos and words. */
export function HorseCloseout({ of, stop, onChange, onNotDone }: Props) {
  const { horse, name, again, draft } = of
  const { labelOf } = useKinds()
  const shown = draft ?? draftOf(again)
  const byTemplate = (template: KnownTemplate) => onChange({ ...fromTemplate(shown, template, of.before), template: template.name })
  return (
    <section aria-label={name} className="grid gap-3 rounded-lg border border-line-2 bg-surface p-3">
      <div className="flex items-center gap-3">
        <HorseAvatar color={horse?.color} />
        <div className="min-w-0 flex-1">
          <h3 className="text-20">{name}</h3>
          <p className="text-14 text-ink-2">{lastWords(again.last, stop.visit.onDay, labelOf)}</p>
        </div>
        {horse && <HorseFlagsBadge flags={horse.flags} />}
      </div>
      <p
        role="status"
        className="flex min-h-12 items-center justify-center gap-2 rounded-lg border border-ok-line bg-ok-tint px-4 text-center font-medium text-ok-ink"
      >
        <Copy size={20} aria-hidden className="shrink-0" />
        {takenWords(again, shown)}
      </p>
      {horse && <UsePlanPanel horseId={horse.id} setup={shown.setup} onUse={(setup) => onChange(withFeet(shown, setup))} />}
      <Taken of={of} stop={stop} draft={shown} onChange={onChange} />
      <TemplatePicker onUse={byTemplate} />
      {horse && <SeenAndHeard of={of} horse={horse} stop={stop} />}
      <Button variant="quiet" icon={Ban} onClick={onNotDone}>
        Not done today: say why
      </Button>
    </section>
  )
}

/** Photos and a voice note of this horse on this visit. */
function SeenAndHeard({ of, horse, stop }: Pick<Props, 'of' | 'stop'> & { horse: NonNullable<Closing['horse']> }) {
  const [isRecording, setRecording] = useState(false)
  const kept = useVoiceNotesOf(horse.id)?.filter((note) => note.visitHorseId === of.line.id).length ?? 0
  const about = { appointmentId: stop.visit.id, visitHorseId: of.line.id, serviceType: of.draft?.serviceType ?? of.again.serviceType }
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <PhotoPicker horse={horse} about={{ appointmentId: stop.visit.id }} />
        <Button icon={Mic} aria-pressed={isRecording} onClick={() => setRecording(!isRecording)}>
          {kept === 0 ? 'Voice note' : `Voice note, ${kept} kept`}
        </Button>
      </div>
      {isRecording && (
        <Suspense>
          <VoiceRecorderPanel horse={horse} of={about} startsAtOnce onSaved={() => setRecording(false)} />
        </Suspense>
      )}
    </>
  )
}

function Taken({ of, stop, draft, onChange }: { of: Closing; stop: OpenStop; draft: Draft; onChange: Props['onChange'] }) {
  const { again, horse, line } = of
  const scheme = useFootScheme()
  return (
    <>
      <WhatItIs of={of} stop={stop} draft={draft} onChange={onChange} />
      {draft.setup ? (
        <FeetPanel
          setup={draft.setup}
          before={again.setup}
          onChange={(setup) => onChange(withFeet(draft, setup))}
          photos={horse && { horse, of: { appointmentId: stop.visit.id } }}
        />
      ) : (
        <Button onClick={() => onChange({ ...draft, setup: NO_FEET })}>Write down the feet</Button>
      )}
      {changesIn(again, draft).map(({ foot, words }) => (
        <Note key={`${foot} ${words}`} tone="ember" icon={Pencil} className="py-2!">
          <b>{`${footLabel(foot, scheme)}:`}</b> {words}
        </Note>
      ))}
      {horse && (
        <WorkSuggestionsPanel
          horseId={horse.id}
          isOf={(note) => note.visitHorseId === line.id}
          draft={draft}
          base={draftOf(again)}
          onChange={onChange}
        />
      )}
      <WorkWords draft={draft} onChange={onChange} />
    </>
  )
}

/** The work, its price, which can be edited, and when the horse is next due. */
function WhatItIs({ of: { line, horse, name }, stop, draft, onChange }: Pick<Props, 'of' | 'stop' | 'onChange'> & { draft: Draft }) {
  const priceOf = useStopPrices(stop)
  const listed = priceOf?.(line, draft.serviceType)
  const kinds = useKinds()
  const resetsCycle = draft.resetsCycle ?? kinds.resetsCycle(draft.serviceType)
  const due = horse && nextDueOn({ workDate: stop.visit.onDay, serviceType: draft.serviceType }, horse)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h4 className="text-18">{kinds.labelOf(draft.serviceType)}</h4>
      <div className="flex flex-wrap items-baseline gap-x-3.5">
        {priceOf && (
          <PricePicker
            name={name}
            pence={draft.pricePence ?? listed}
            isByHand={draft.pricePence !== undefined && draft.pricePence !== listed}
            onChange={(pricePence) => onChange({ ...draft, pricePence })}
          />
        )}
        <span className="text-ink-2">{resetsCycle ? due && `next ${shortDay(due)}` : 'the cycle carries on'}</span>
      </div>
    </div>
  )
}

/** `Last 6 Oct, 7 weeks ago`. */
function lastWords(last: Closing['again']['last'], today: Day, labelOf: (serviceType: string) => string): string {
  if (!last) return 'No work on record yet'
  const days = daysBetween(last.workDate, today)
  const ago = days < 1 ? 'today' : days < 14 ? `${days} ${days === 1 ? 'day' : 'days'} ago` : `${Math.floor(days / 7)} weeks ago`
  return `${labelOf(last.serviceType)}, ${shortDay(last.workDate)}, ${ago}`
}
